// What the modules of the pages are held to: every name is declared, and every import is used.
import globals from 'globals';

export default [
  {
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'no-const-assign': 'error', 'no-dupe-keys': 'error' },
  },
];

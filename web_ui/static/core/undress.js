/** @file A page that goes from one game to another: the sheets of the first are laid aside. */

/** Lay the sheets of all games but that of *kind* aside: some of their parts are called alike. */
export function undress(kind) {
  for (const link of document.querySelectorAll('link[rel=stylesheet]')) {
    const [, game] = /\/games\/([^/]+)\//.exec(link.href) ?? [];
    if (game) link.disabled = game !== kind;
  }
}

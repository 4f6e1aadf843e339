/** @file What a browser shows that is too old for the pages' modules, in the words of any browser: no module, no ES5. */

(function () {
  // Whoever knows both knows all that pages use: the newest of their scripts and, nested rules, of their sheets.
  if ([].findLast && CSS.supports('selector(&)')) return;
  var own = document.getElementById('too-old');
  var notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  notice.appendChild(document.createTextNode(own.getAttribute('data-words')));
  document.body.insertBefore(notice, document.body.firstChild);
  // Who only watches reads how things are at each load: a page that can't follow is loaded each minute.
  if (own.getAttribute('data-reloads')) setTimeout(function () { location.reload(); }, 60000);
})();

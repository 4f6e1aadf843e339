// Says of the page as it is scrolled now what lies over what, what is cut off, and which words are broken.
() => {
    const WHOLE = 12; // so many letters stay on one line
    const LEAST = 4; // of a longer word, so many stand on each line but the last
    const SHARE = 0.25; // so much of the height is left to what scrolls
    const SLACK = 1.5;
    const faults = new Set();
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const page = document.documentElement;
    const named = (each) => `${each.localName}${each.id ? `#${each.id}` : ''}${[...each.classList].map((name) => `.${name}`).join('')}`;
    // What is only heard lies on the page as one pixel.
    const heard = (at) => at !== null && getComputedStyle(at).clipPath === 'inset(50%)';
    const seen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && !heard(each.closest('.unseen, .caption'));
    const styleOf = (each) => getComputedStyle(each);

    // ---- what stands on the page: lines of words, and what can be pressed or looked at
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { currentNode: node } = walker;
        const { parentElement: parent } = node;
        if (node.data.trim() && !parent.closest('svg, script, noscript, select, style, textarea') && seen(parent)) texts.push(node);
    }
    const rectsOf = (node, from = 0, to = node.data.length) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    };
    // The letters themselves are lower than the line that a font asks for.
    const lettersOf = ({ left, right, top, bottom, height }) => ({ left, right, top: top + height / 8, bottom: bottom - height / 8, height });
    // A disc's box is that of its corners as it is turned, which are empty: what stands above it is as wide as it is.
    const controls = [...root.querySelectorAll('button, input, select, textarea, canvas, summary, a.button, svg:not(svg svg, .disc svg)')].filter((each) => seen(each) && each.getBoundingClientRect().width > 0.5);

    // ---- words broken by letters
    for (const node of texts.filter(({ parentElement }) => !parentElement.closest('.place'))) { // an address has no words
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}’']+/gu)) {
            const tops = (from, to) => rectsOf(node, from, to).map((box) => Math.round(box.top));
            if (new Set(tops(index, index + word.length)).size < 2) continue;
            const lines = new Map();
            for (let at = 0; at < word.length; at += 1) for (const top of tops(index + at, index + at + 1)) lines.set(top, (lines.get(top) ?? 0) + 1);
            const short = [...lines.values()].slice(0, -1).some((count) => count < LEAST);
            if (word.length <= WHOLE || short) faults.add(`broken: ${word} in ${named(node.parentElement)}`);
        }
    }

    // ---- what is cut off by what it stands in, or stands outside the page
    const cut = (box, owner, what) => {
        let { left, right, top, bottom } = box;
        for (let each = owner; each && each !== page; each = each === root ? null : each.parentElement) {
            const style = styleOf(each);
            if (style.display === 'contents') continue;
            const frame = each.getBoundingClientRect();
            const [x, y] = [style.overflowX, style.overflowY];
            const out = { x: left < frame.left - SLACK || right > frame.right + SLACK, y: top < frame.top - SLACK || bottom > frame.bottom + SLACK };
            const away = right <= frame.left + SLACK || left >= frame.right - SLACK || top >= frame.bottom - SLACK;
            if (each.matches('.results') && away) return false; // whole lines that have no room are left out
            if ((out.x && ['hidden', 'clip'].includes(x)) || (out.y && ['hidden', 'clip'].includes(y))) {
                faults.add(`cut off: ${what} by ${named(each)}`);
                return true;
            }
            if (['auto', 'scroll'].includes(x)) [left, right] = [frame.left, frame.right];
            if (['auto', 'scroll'].includes(y)) [top, bottom] = [frame.top, frame.bottom];
        }
        if (left < -SLACK || right > page.clientWidth + SLACK || top + scrollY < -SLACK) faults.add(`outside: ${what}`);
        return true;
    };
    const all = [
        ...texts.flatMap((node) => rectsOf(node).map((box) => ({ box: lettersOf(box), owner: node.parentElement, words: true, what: `“${node.data.trim().slice(0, 24)}” ${named(node.parentElement)}` }))),
        ...controls.map((each) => ({ box: each.getBoundingClientRect(), owner: each, words: false, what: named(each) })),
    ];
    const leaves = all.filter(({ box, owner, what }) => cut(box, owner.matches('svg') ? owner.parentElement : owner, what));
    if (page.scrollWidth > page.clientWidth) faults.add('the page has to be scrolled sideways');

    // ---- what overlaps within one layer; a sheet, what sticks to an edge and what is laid over the board are layers of their own
    const layerOf = (each) => {
        for (let at = each; at && at !== root; at = at.parentElement) if (['sticky', 'fixed'].includes(styleOf(at).position) || at.matches('.coming')) return at;
        return root;
    };
    const scrolls = (at) => ['auto', 'scroll'].includes(styleOf(at).overflowY) && at.scrollHeight > at.clientHeight;
    const frameOf = (each) => {
        let frame = null;
        for (let at = each.parentElement; at && at !== root; at = at.parentElement) if (scrolls(at) || styleOf(at).overflowX === 'auto') frame = at;
        return frame;
    };
    const placed = leaves.map((leaf) => ({ ...leaf, layer: layerOf(leaf.owner), frame: frameOf(leaf.owner), slack: leaf.words ? leaf.box.height / 4 : SLACK }));
    placed.forEach((a, at) => {
        for (const b of placed.slice(at + 1)) {
            if (a.owner.closest('.wheel') || b.owner.closest('.wheel') || a.layer !== b.layer || a.frame !== b.frame || a.owner === b.owner || a.owner.contains(b.owner) || b.owner.contains(a.owner)) continue;
            const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            if (across > SLACK && down > Math.max(a.slack, b.slack)) faults.add(`overlap: ${a.what} and ${b.what}`);
        }
    });

    // ---- what is painted over a control by something that doesn't stick to an edge
    for (const control of controls.filter((each) => each.matches('button, input, select, a.button'))) {
        const box = control.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const clips = frameOf(control)?.getBoundingClientRect();
        if (clips && (x < clips.left || y < clips.top || x > clips.right || y > clips.bottom)) continue;
        const hit = document.elementFromPoint(x, y);
        if (!hit || control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control)) continue;
        if (layerOf(hit) === root && !scrolls(hit.parentElement)) faults.add(`covered: ${named(control)} “${control.textContent.trim()}” by ${named(hit)}`);
    }

    // ---- what sticks to the page's edge leaves room for what scrolls; a card that scrolls by itself is what is read, and beside a column there is room
    const framed = (each) => each !== root && each !== page && (['auto', 'scroll', 'hidden'].includes(styleOf(each).overflowY) || framed(each.parentElement));
    if (root === document.body && page.scrollHeight > innerHeight + 1) {
        const stuck = [...root.querySelectorAll('*')].filter((each) => ['sticky', 'fixed'].includes(styleOf(each).position) && !scrolls(each) && !framed(each.parentElement) && seen(each)).map((each) => each.getBoundingClientRect()).filter((box) => box.width > innerWidth / 2);
        const free = Array.from({ length: innerHeight }, (_, y) => y).filter((y) => !stuck.some((box) => box.top <= y && y < box.bottom)).length;
        if (free < innerHeight * SHARE) faults.add(`what sticks leaves ${Math.round((100 * free) / innerHeight)} % of the height`);
    }
    const sheet = root.getBoundingClientRect();
    if (root.matches('dialog') && (sheet.top < -SLACK || sheet.bottom > innerHeight + SLACK)) faults.add('the sheet is higher than the screen');

    // ---- the board: whole above what sticks to the foot, and in one column of large letters always there
    const board = root === document.body && root.matches('.phone:has(.dock)') ? root.querySelector('.sea > .tiles, .waters') : null;
    if (board) {
        const box = board.getBoundingClientRect();
        const feet = [...root.querySelectorAll('.dock, .dock *')].filter((each) => styleOf(each).position === 'sticky').map((each) => each.getBoundingClientRect());
        const below = feet.filter((each) => each.left < box.right && each.right > box.left);
        const foot = below.length ? Math.max(...below.map((each) => each.bottom)) - Math.min(...below.map((each) => each.top)) : 0;
        if (box.height + foot > innerHeight + SLACK) faults.add(`the board and what sticks to the foot take ${Math.round(box.height + foot)} of ${innerHeight}`);
        const floor = Math.min(innerHeight, ...below.filter((each) => each.top > box.top).map((each) => each.top));
        const visible = Math.max(0, Math.min(box.bottom, floor) - Math.max(box.top, 0)) / box.height;
        if (matchMedia('(max-width: 18rem)').matches && visible < 0.95) faults.add(`of the board ${Math.round(100 * visible)} % are in view`);
    }
    return [...faults];
}

// Everything on a phone's page that can be pressed, pressed, as deep as it leads, by touch or by keys; nothing is sent.
// What would have been sent is returned with the presses that led to it, and so are the forms, and what was found amiss.
async ({ byKeys, least }) => {
    const sent = [];
    const real = window.realFetch ??= window.fetch;
    window.fetch = async (where, how) => {
        if (!String(where).includes('/commands')) return real(where, how);
        sent.push(JSON.parse(how.body).do);
        return new Response('{"version": 0}', { headers: { 'Content-Type': 'application/json' } });
    };
    const tick = () => new Promise((resume) => setTimeout(resume));
    const shown = (each) => each.checkVisibility() && !each.closest('form');
    const sheet = () => [...document.querySelectorAll('dialog[open]')].at(-1);
    const form = () => document.querySelector('form.entry');
    /** All that can be pressed now, by a name that finds it again. */
    function controls() {
        const found = new Map();
        const add = (kind, all) => all.filter(shown).forEach((each, at) => found.set(`${kind} ${each.dataset.key ?? each.dataset.token ?? at}`, each));
        if (sheet()) add('sheet', [...sheet().querySelectorAll('button')]);
        else {
            add('key', [...document.querySelectorAll('#dock [data-key]:not(.peek)')]);
            add('card', [...document.querySelectorAll('#dock .hand button:not([data-key])')]);
            add('place', [...document.querySelectorAll('#board [data-token][role=button]:not(.ghost)')]);
            add('board', [...document.querySelectorAll('#board button:not(.used)')]);
        }
        return found;
    }
    const barred = (each) => each.getAttribute('aria-disabled') === 'true';
    const look = () => [...controls().keys(), document.querySelector('#dock .ask')?.textContent, sheet()?.textContent].join('|');
    const amiss = new Set();
    function fit(name, each) {
        const box = each.getBoundingClientRect();
        if (byKeys) {
            each.focus();
            if (document.activeElement !== each) amiss.add(`${name} can't have the focus`);
        } else if (each.matches('#dock button, dialog button') && Math.min(box.width, box.height) < least) amiss.add(`${name} is ${box.width} x ${box.height}`);
    }
    function press(name) {
        const each = controls().get(name);
        if (!each) throw new Error(`no ${name} among ${[...controls().keys()]}`);
        fit(name, each);
        if (!byKeys) each.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        else if (each.matches('button')) each.click();
        else each.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
    async function settle() {
        for (await tick(); document.querySelector('#dock [aria-busy=true]') || /^Sending/.test(document.querySelector('#dock .ask')?.textContent ?? ''); await tick());
    }
    async function home() {
        for (let left = 20; left; left -= 1) {
            const way = document.querySelector('#dock [data-key=back]') ?? document.querySelector('#dock [aria-pressed=true]:not(.peek)');
            if (form()) form().querySelector('button.plain').click();
            else if (sheet()) sheet().close();
            else if (way) way.click();
            else return;
            await tick();
        }
        throw new Error(`no way back from ${look()}`);
    }
    async function go(path) {
        await home();
        for (const name of path) {
            press(name);
            await settle();
        }
    }
    const known = new Set();
    const lines = {};
    const forms = {};
    /** Whether it is new: who a line is said for is asked of each line in the same words. */
    const isNew = () => controls().has('key for 0') || !known.has(look());
    async function level(path) {
        await go(path);
        const here = look();
        known.add(here);
        for (const name of [...controls()].filter(([name, each]) => !barred(each) && name !== 'key back').map(([name]) => name)) {
            if (look() !== here) await go(path);
            const before = sent.length;
            press(name);
            await settle();
            if (name.startsWith('key open ') && look() === here) await opened();
            for (const line of sent.slice(before)) lines[line] ??= [...path, name];
            if (form()) forms[name.replace('key open ', '')] ??= [...path, name];
            else if (sent.length === before && isNew() && path.length < 6) await level([...path, name]);
        }
    }
    /** A form's module may be on its way yet. */
    async function opened() {
        for (let left = 100; left && !form(); left -= 1) await new Promise((resume) => setTimeout(resume, 5));
    }
    await level([]);
    await home();
    Object.assign(window, { controls, home, sent });
    return { lines, forms, amiss: [...amiss] };
}

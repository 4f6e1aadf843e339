// Taps everything on the island's page that can be tapped, as deep as so many levels; says what was sent, and sends nothing.
async (depth) => {
    const dock = document.getElementById('dock');
    // As soon as everything that waits is done: a timer would have a picture painted in between.
    const { port1, port2 } = new MessageChannel();
    const turn = () => new Promise((resume) => { port1.onmessage = resume; port2.postMessage(null); });
    const tick = async () => { for (const _ of [1, 2]) await turn(); };
    const idle = async () => { for (await tick(); dock.textContent.includes('Sending'); await tick()); };
    const key = (name) => dock.querySelector(`[data-key="${CSS.escape(name)}"]`);
    const tiles = () => [...document.querySelectorAll('.tile[role=button]')].map((each) => each.dataset.token);
    const tile = (name) => document.querySelector(`.tile[data-token="${name}"]`);
    const sheet = () => document.querySelector('dialog[open]');
    const press = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    async function to(steps) {
        while (sheet()) { sheet().close(); await tick(); }
        for (let left = 9; left && (key('back') || dock.querySelector('[aria-pressed=true]')); left -= 1) {
            press(key('back') ?? dock.querySelector('[aria-pressed=true]'));
            await tick();
        }
        for (const step of steps) { const found = step.startsWith('tile ') ? tile(step.slice(5)) : key(step); if (!found) throw new Error(`no ${step} of ${steps}: ${rows()}`); press(found); await tick(); }
    }
    const rows = () => [...dock.querySelectorAll('.actions [data-key]')].map((each) => each.dataset.key);
    async function level(steps, had) {
        await to(steps);
        for (const name of tiles()) {
            await to(steps);
            press(tile(name));
            await tick();
            if (sheet()) {
                for (let at = 0; at < sheet().querySelectorAll('.button:not(.plain)').length; at += 1) {
                    press(sheet().querySelectorAll('.button:not(.plain)')[at]);
                    await idle();
                    await to(steps);
                    press(tile(name));
                    await tick();
                }
            } else if (key('back') && steps.length < depth && tiles().join() !== had) await level([...steps, `tile ${name}`], tiles().join());
            await idle();
        }
        await to(steps);
        const here = rows();
        for (const row of here.filter((each) => each.startsWith('do '))) {
            await to(steps);
            if (key(row)?.getAttribute('aria-disabled')) continue;
            press(key(row));
            await idle();
        }
        const leads = (row) => (row === 'more' || row.startsWith('open ')) && row !== 'open correct' && !(steps.length && first.includes(row));
        for (const row of here.filter(leads)) if (steps.length < depth) await level([...steps, row], tiles().join());
    }
    // What asks is fetched once; from then on it is here a moment after the tap.
    for (const name of ['asking', 'beside']) await import(document.querySelector('link[rel=modulepreload]').href.replace(/[^/]+\/[^/]+$/, `dock/${name}.js`));
    const first = rows();
    const sent = [];
    const send = window.fetch;
    window.fetch = async (address, how) => {
        if (how?.method !== 'POST') return send(address, how);
        sent.push(JSON.parse(how.body).do);
        return Response.json({ version: 0 });
    };
    await level([], '');
    for (let at = 0; at < dock.querySelectorAll('.hand button').length; at += 1) {
        const card = `card ${at}`;
        await to([card]);
        if (!sheet()) await level([card], '');
        else for (let row = 0; row < sheet().querySelectorAll('.button:not(.plain)').length; row += 1) {
            press(sheet().querySelectorAll('.button:not(.plain)')[row]);
            await idle();
            await to([card]);
        }
    }
    return sent;
}

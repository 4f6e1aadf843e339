// The least contrast of each kind of word in the drawing with what is painted behind it.
() => {
    const numbers = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
    const light = (colour) => {
        const [r, g, b] = numbers(colour).map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const fill = (element) => getComputedStyle(element).fill;
    const page = getComputedStyle(document.body).backgroundColor;
    const found = {};
    const note = (kind, value) => { found[kind] = Math.min(found[kind] ?? 99, value); };
    for (const tile of document.querySelectorAll('.tile:not(.sunk)')) note(tile.classList[1], ratio(fill(tile.querySelector('text')), fill(tile.querySelector('.face'))));
    for (const pawn of document.querySelectorAll('.pawn')) note(pawn.classList[1], ratio(fill(pawn.querySelector('text')), fill(pawn.querySelector('path'))));
    for (const text of document.querySelectorAll('.treasure tspan[x]')) note('treasure', ratio(fill(text), page));
    return found;
}

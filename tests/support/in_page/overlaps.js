// Counts the parts of the island, the pairs of them that overlap, and those that stick out of the drawing.
() => {
    const inside = (box, all) => box.left >= all.left - 1 && box.right <= all.right + 1 && box.top >= all.top - 1 && box.bottom <= all.bottom + 1;
    const whole = document.querySelector('.tiles').getBoundingClientRect();
    const parts = [...document.querySelectorAll('.tile > .face, .treasure > .touch')];
    const boxes = parts.map((each) => each.getBoundingClientRect());
    const hit = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b) => hit(a, b)));
    return [boxes.length, pairs.filter(Boolean).length, boxes.filter((box) => !inside(box, whole)).length];
}

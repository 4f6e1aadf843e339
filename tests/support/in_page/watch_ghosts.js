// Keeps what tips into the sea: what it wears, and for how long it moves.
() => {
    window.ghosts = [];
    const watch = (records) => {
        for (const each of records.flatMap((record) => [...record.addedNodes]).filter((node) => node.matches?.('.ghost'))) {
            window.ghosts.push([each.firstChild.getAttribute('class'), getComputedStyle(each.firstChild).animationDuration]);
        }
    };
    new MutationObserver(watch).observe(document.querySelector('.tiles'), { childList: true });
}

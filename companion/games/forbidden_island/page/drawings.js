/** @file The drawings of Forbidden Island: its places, adventurers, treasures and special cards. */

import { knowDrawings } from '../../drawing/drawings.js';

const fileOf = (name) => new URL(`./drawings/${name}.svg`, import.meta.url);

knowDrawings(fileOf('island-places'), 'breakers-bridge bronze-gate cave-of-embers cave-of-shadows cliffs-of-abandon copper-gate coral-palace crimson-forest dunes-of-deception fools-landing gold-gate howling-garden iron-gate lost-lagoon misty-marsh observatory phantom-rock silver-gate temple-of-the-moon temple-of-the-sun tidal-palace twilight-hollow watchtower whispering-garden');
knowDrawings(fileOf('island-people'), 'diver engineer explorer messenger navigator pilot earth-stone statue-of-the-wind crystal-of-fire oceans-chalice helicopter-lift sandbags waters-rise');

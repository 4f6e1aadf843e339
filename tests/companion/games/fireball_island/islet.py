"""A family's own small board: one way of fifteen spaces with all that Fireball Island has, for games that end soon."""

from __future__ import annotations

NAME = "Islet"
SLUG = "islet"
LINE = "dmp wt1 wt2 ws ta1 sb1 br1 lr1 vkp gsb1 bridge1 vp1 dr1 dr2 dock"
FILE = """
name = "Islet"
start = "dmp"
step = "ws"
vul-kar = "vkp"
dock = "dock"
water = "gsb1"
ways = ["dmp wt1 wt2 ws ta1 sb1 br1 lr1 vkp gsb1 bridge1 vp1 dr1 dr2 dock"]

[trail]
dead-mans-plateau = { dmp = { at = [0, 0], safe = true } }
witchlord-trail = { wt1 = { at = [100, 0], dark = true }, wt2 = { at = [200, 0] } }
witchlord-step = { ws = { at = [300, 0], safe = true } }
thunder-alley = { ta1 = { at = [400, 0], dark = true } }
skeleton-head-beach = { sb1 = { at = [400, 100] } }
blister-run = { br1 = { at = [400, 200], dark = true } }
low-road = { lr1 = { at = [300, 200] } }
vul-kar-point = { vkp = { at = [200, 200], safe = true } }
great-sway-bluff = { gsb1 = { at = [100, 200] } }
bridge = { bridge1 = { at = [0, 200], bridge = true } }
viper-pass = { vp1 = { at = [0, 300], dark = true } }
dock-run = { dr1 = { at = [100, 300] }, dr2 = { at = [200, 300] } }
the-dock = { dock = { at = [300, 300], safe = true } }

[cave]
1 = "wt2"
2 = "ta1"
3 = "sb1"
5 = "lr1"
6 = "vp1"

[pit]
a = { chip = "wt2", trails = ["witchlord-trail"] }
b = { chip = "ta1", trails = ["thunder-alley"] }
c = { chip = "sb1", trails = ["skeleton-head-beach", "blister-run"] }
d = { chip = "lr1", trails = ["low-road"] }
e = { chip = "vp1", trails = ["viper-pass"] }
f = { chip = "dr1", trails = ["dock-run"] }

[fireball]
v = { at = [200, 120], south = "bridge1 vp1 dr1 dr2", northwest = "wt1 wt2", east = "ta1 sb1 br1 lr1" }
a = { at = [100, 60], west = "wt1 wt2" }
b = { at = [460, 0], north = "ta1 sb1" }
c = { at = [-60, 200], bridge = "bridge1" }
d = { at = [460, 200], chute = "br1 lr1" }

[idol]
south = 90
northwest = 0
east = 180
"""

"""Rulebook 1, Board. "The squares carry invented company names"; one set a board, as translatable text.

A name here is the English source, which is also its message id; whoever shows it has it translated. No name is longer
than sixteen letters, so that it fits a square on a small screen.
"""

from typing import Final, Literal

from app.engine.modes import Rules

Board = Literal["standard", "fortune"]


def N_(text: str) -> str:  # noqa: N802 -- the name that extraction tools know
    """Marks text for the message catalogues and leaves it as it is."""
    return text


GROUP_NAMES: Final = {
    "brown": N_("Brown"),
    "light_blue": N_("Light blue"),
    "pink": N_("Pink"),
    "orange": N_("Orange"),
    "red": N_("Red"),
    "yellow": N_("Yellow"),
    "green": N_("Green"),
    "dark_blue": N_("Dark blue"),
    "station": N_("Car makers"),
    "utility": N_("Utilities"),
}

_SQUARE_20: Final = {"jackpot": N_("Jackpot"), "rest": N_("Rest"), "free_parking": N_("Free parking")}

_SAME_ON_EVERY_BOARD: Final = {
    0: N_("Start"),
    4: N_("Earnings tax"),
    10: N_("Jail"),
    30: N_("Go to jail"),
    38: N_("Yacht tax"),
    **dict.fromkeys((2, 7, 17, 22, 33, 36), N_("Chance")),
}

_STANDARD: Final = {
    # Translators: invented names of a bakery (Crumbleby) and a coffee house (Mokandra).
    1: N_("Crumbleby"),
    3: N_("Mokandra"),
    # Translators: invented names of toy makers (Wobbledo, Kitterpop, Piffalo).
    6: N_("Wobbledo"),
    8: N_("Kitterpop"),
    9: N_("Piffalo"),
    # Translators: invented names of fashion houses (Tuffetine, Plissandra, Ombravelle).
    11: N_("Tuffetine"),
    13: N_("Plissandra"),
    14: N_("Ombravelle"),
    # Translators: invented names of sweets and lemonades (Jellicorn, Fizzaloo, Zestolino).
    16: N_("Jellicorn"),
    18: N_("Fizzaloo"),
    19: N_("Zestolino"),
    # Translators: invented names of film studios and record labels (Reelmoor, Flickermoth, Humbellow).
    21: N_("Reelmoor"),
    23: N_("Flickermoth"),
    24: N_("Humbellow"),
    # Translators: invented names of airlines (Driftgull, Swalloway, Albatrava).
    26: N_("Driftgull"),
    27: N_("Swalloway"),
    29: N_("Albatrava"),
    # Translators: invented names of computer makers (Chipmossa, Quibblet, Neurofern).
    31: N_("Chipmossa"),
    32: N_("Quibblet"),
    34: N_("Neurofern"),
    # Translators: invented names of space companies (Moonavella, Orbivanta).
    37: N_("Moonavella"),
    39: N_("Orbivanta"),
    # Translators: invented names of car makers (Vrumond, Torvetta, Brumhold, Zippalino).
    5: N_("Vrumond"),
    15: N_("Torvetta"),
    25: N_("Brumhold"),
    35: N_("Zippalino"),
    # Translators: invented names of a power company (Voltlebury) and a water company (Brookwhistle).
    12: N_("Voltlebury"),
    28: N_("Brookwhistle"),
}

_FORTUNE: Final = {
    # Translators: invented Chinese names, bakery and tea: 包珠 Baozhu, 青乌 Qingwu.
    1: N_("Baozhu Buns"),
    3: N_("Qingwu Tea"),
    # Translators: invented Chinese names, toys and paper: 鸢飞 Yuanfei, 扇舞 Shanwu, 纸猫 Zhimao.
    6: N_("Yuanfei Kites"),
    8: N_("Shanwu Fans"),
    9: N_("Zhimao Lanterns"),
    # Translators: invented Chinese names, fashion: 影水 Yingshui, 桃溪 Taoxi, 琳琅月 Linlang.
    11: N_("Yingshui Silk"),
    13: N_("Taoxi Perfumes"),
    14: N_("Linlang Jewels"),
    # Translators: invented Chinese names, food: 聚云 Juyun, 蜜荷 Mihe, 香鹿 Xianglu.
    16: N_("Juyun Noodles"),
    18: N_("Mihe Sweets"),
    19: N_("Xianglu Spices"),
    # Translators: invented Chinese names, shows: 赤羽 Chiyu, 琴声 Qinsheng, 火雀 Huoque.
    21: N_("Chiyu Films"),
    23: N_("Qinsheng Music"),
    24: N_("Huoque Fireworks"),
    # Translators: invented Chinese names, travel: 鹤鸣 Heming, 云鹿 Yunlu, 金燕 Jinyan.
    26: N_("Heming Ferries"),
    27: N_("Yunlu Railways"),
    29: N_("Jinyan Airways"),
    # Translators: invented Chinese names, technology: 竹音 Zhuyin, 翠云 Cuiyun, 松涛 Songtao.
    31: N_("Zhuyin Networks"),
    32: N_("Cuiyun Phones"),
    34: N_("Songtao Chips"),
    # Translators: invented Chinese names, bank and space: 墨玉 Moyu, 碧汉 Bihan.
    37: N_("Moyu Bank"),
    39: N_("Bihan Rockets"),
    # Translators: invented Chinese names, car makers: 踏云 Tayun, 逐鹿 Zhulu, 青牛 Qingniu, 风犀 Fengxi.
    5: N_("Tayun Motors"),
    15: N_("Zhulu Motors"),
    25: N_("Qingniu Motors"),
    35: N_("Fengxi Motors"),
    # Translators: invented Chinese names, power and water: 雷鼓 Leigu, 泉鸣 Quanming.
    12: N_("Leigu Power"),
    28: N_("Quanming Water"),
}

_BOARDS: Final = {"standard": _STANDARD | _SAME_ON_EVERY_BOARD, "fortune": _FORTUNE | _SAME_ON_EVERY_BOARD}


def board_of(rules: Rules) -> Board:
    """Which set of names a game is played with."""
    return "fortune" if rules.fortune else "standard"


def square_name(board: str, square: int, square_20: str = "jackpot") -> str:
    """The English name of a square. `square_20` is the knob of that name, which decides what square 20 is called."""
    return _SQUARE_20[square_20] if square == 20 else _BOARDS[board][square]

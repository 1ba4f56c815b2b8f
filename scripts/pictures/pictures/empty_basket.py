"""A round willow basket with nothing in it: what an empty cart and a page that is not there show."""
from kit import studio, materials as M, shapes as K
from pictures import gift_basket


def build():
    studio.start('gold', elev=31, fill=.82)
    wick = M.plain('willow', '#B98A55', .55, (10, .3, .02), var=(.01, .14), mottle=.22, scale=4)
    gift_basket.basket(wick)
    K.lathe('floor', [(1e-4, .05), (1.4, .05)], wick, 60, 4, False)

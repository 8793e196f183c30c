"""Where PROJ puts places of reference systems, as JSON for `record.mjs`: `python places.py < codes`. Needs pyproj."""

import json
import sys

from pyproj import CRS, Transformer, __version__, proj_version_str
from pyproj.enums import WktVersion
from pyproj.transformer import TransformerGroup

SHARES = ((0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))


def is_ballpark(transformer):
    return "Ballpark" in transformer.description or transformer.accuracy < 0


def has(area, longitude, latitude):
    if not area.south <= latitude <= area.north:
        return False
    if area.west <= area.east:
        return area.west <= longitude <= area.east
    return longitude >= area.west or longitude <= area.east


def best(group, longitude, latitude):
    """The best operation for a place that needs no grid. PROJ sorts them."""
    fitting = [
        each
        for each in group.transformers
        if each.area_of_use is None or has(each.area_of_use, longitude, latitude)
    ]
    return next((each for each in fitting if not is_ballpark(each)), None) or next(iter(fitting), None)


def places(code):
    crs = CRS.from_epsg(code)
    area, base = crs.area_of_use, crs.geodetic_crs
    group = TransformerGroup(crs, "EPSG:4326", always_xy=True)
    there = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    back = Transformer.from_crs(crs, base, always_xy=True)
    width = (area.east - area.west) % 360 or 360
    digits = 9 if crs.is_geographic else 4
    for right, up in SHARES:
        longitude = (area.west + right * width + 180) % 360 - 180
        latitude = area.south + up * (area.north - area.south)
        x, y = there.transform(longitude, latitude)
        transformer = best(group, longitude, latitude)
        if transformer is None:
            continue
        x, y = round(x, digits), round(y, digits)
        place = transformer.transform(x, y)
        same = all(abs(a - b) < 1e-7 for a, b in zip(place, back.transform(x, y)))
        yield {
            "from": [x, y],
            "to": [round(value, 9) for value in place],
            "accuracy": None if is_ballpark(transformer) else transformer.accuracy,
            "isShifted": not same,
        }


systems = []
for code in sys.stdin.read().split():
    try:
        crs = CRS.from_epsg(code)
        systems.append(
            {
                "code": int(code),
                "name": crs.name,
                "prj": crs.to_wkt(WktVersion.WKT1_ESRI),
                "places": list(places(code)),
            }
        )
    except Exception as error:  # of many kinds: systems that are no map, or that PROJ does not know
        print(code, error, file=sys.stderr)
json.dump({"versions": f"pyproj {__version__}, PROJ {proj_version_str}", "systems": systems}, sys.stdout)

"""Calls every operation of HubApi in xyzspaces, and the ones of Space that send something else.

Usage: xyzspaces-calls.py <address> <token>. Prints a line per call. Tells the recorder at <address> what comes next.
"""

import json
import sys

import requests
from xyzspaces.apis import HubApi
from xyzspaces.config.default import XYZConfig
from xyzspaces.spaces import Space

address, token = sys.argv[1:]
config = XYZConfig(
    url=address,
    credentials={"XYZ_TOKEN": token},
    http_headers={"Authorization": f"Bearer {token}", "Content-Type": "application/geo+json"},
)
api = HubApi(config=config)


def country(id, lon, lat, name, capacity):
    return {
        "type": "Feature",
        "id": id,
        "geometry": {"type": "Point", "coordinates": [lon, lat]},
        "properties": {"name": name, "capacity": capacity},
    }


countries = [
    country("DEU", 10, 51, "Germany", 9),
    country("FRA", 2, 46, "France", 5),
    country("ITA", 12, 42, "Italy", 4),
    country("BRA", -53, -10, "Brazil", 8),
]
collection = {"type": "FeatureCollection", "features": countries}
square = {"type": "Polygon", "coordinates": [[[0, 40], [15, 40], [15, 55], [0, 55], [0, 40]]]}


def ids(answer):
    return sorted(feature["id"] for feature in answer["features"])


def call(name, act, expected=None):
    requests.get(f"{address}/recorder", params={"from": f"xyzspaces {name}"})
    try:
        seen = act()
    except Exception as error:  # the line says so, and the run goes on
        seen = f"{type(error).__name__}: {error}"[:300]
    fine = expected is None or seen == expected
    print(json.dumps({"call": name, "fine": fine, "seen": seen}))
    return seen


call("get_hub", lambda: sorted(api.get_hub()), ["reporter", "schemaVersion", "status"])
space = call("post_space", lambda: api.post_space({"title": "Countries", "description": "d"})["id"])
call("get_spaces", lambda: space in [s["id"] for s in api.get_spaces()], True)
call("get_space", lambda: api.get_space(space)["title"], "Countries")
call("patch_space", lambda: api.patch_space(space, {"title": "Lands"})["title"], "Lands")
call("put_space_features", lambda: ids(api.put_space_features(space, collection, add_tags=["foo", "bar"], remove_tags=["baz"])), ["BRA", "DEU", "FRA", "ITA"])
call("post_space_features", lambda: ids(api.post_space_features(space, {"type": "FeatureCollection", "features": countries[:2]}, add_tags=["eu"])), ["DEU", "FRA"])
call("get_space_features", lambda: ids(api.get_space_features(space, ["DEU", "BRA"], force_2d=True)), ["BRA", "DEU"])
call("get_space_feature", lambda: api.get_space_feature(space, "DEU", force_2d=True)["properties"]["name"], "Germany")
call("put_space_feature", lambda: api.put_space_feature(space, country("ESP", -4, 40, "Spain", 3), "ESP", add_tags=["t"])["id"], "ESP")
call("put_space_feature without an id", lambda: ids(api.put_space_feature(space, country("PRT", -8, 39, "Portugal", 2), add_tags=["t"])), ["PRT"])
call("patch_space_feature", lambda: api.patch_space_feature(space, "ESP", {"properties": {"capacity": 6}}, add_tags=["u"], remove_tags=["t"])["properties"]["capacity"], 6)
call("get_space_statistics", lambda: [api.get_space_statistics(space)[k] if k == "type" else api.get_space_statistics(space)[k]["value"] for k in ("type", "count")], ["StatisticsResponse", 6])
call("get_space_count", lambda: api.get_space_count(space), {"type": "CountResponse", "count": 6})
call("get_space_bbox", lambda: ids(api.get_space_bbox(space, [0, 40, 15, 55], tags=["foo", "none"], clip=True, limit=9, params={"p.name": "France"}, selection=["p.name"], skip_cache=True, force_2d=True)), ["FRA"])
call("get_space_bbox clustering", lambda: api.get_space_bbox(space, [0, 40, 15, 55], clustering="hexbin", clusteringParams={"resolution": 3}))
call("get_space_tile", lambda: ids(api.get_space_tile(space, "quadkey", "1202", margin=2, mode="viz", viz_sampling="off", limit=9, skip_cache=True)), ["DEU", "FRA", "ITA"])
call("get_space_tile web", lambda: ids(api.get_space_tile(space, "web", "4_8_5", tags=["eu"], clip=True, selection=["p.name"])), ["DEU", "FRA"])
call("get_space_search", lambda: ids(api.get_space_search(space, tags=["foo"], limit=9, params={"p.capacity=gt": "5"}, selection=["p.capacity"], skip_cache=True)), ["BRA", "DEU"])
call("get_space_iterate", lambda: sorted(f["id"] for f in api.get_space_iterate(space, limit=2)), ["BRA", "DEU", "ESP", "FRA", "ITA", "PRT"])
call("get_space_all", lambda: ids(api.get_space_all(space, limit=4)), ["BRA", "DEU", "ESP", "FRA", "ITA", "PRT"])
call("get_space_spatial", lambda: ids(api.get_space_spatial(space, lat=51, lon=10, radius=1000, limit=9, tags=["foo"], params={"p.capacity=gte": "9"}, selection=["p.name"], skip_cache=True, force_2d=True)), ["DEU"])
call("get_space_spatial of a feature", lambda: ids(api.get_space_spatial(space, ref_space_id=space, ref_feature_id="ITA", radius=1000)), ["ITA"])
call("post_space_spatial", lambda: ids(api.post_space_spatial(space, square, radius=100, tags=["foo"], limit=9, selection=["p.name"], skip_cache=True)), ["DEU", "FRA", "ITA"])
call("delete_space_feature", lambda: api.delete_space_feature(space, "PRT"), "")
call("delete_space_features of ids", lambda: api.delete_space_features(space, id=["DEU", "ITA"]), "")
call("what is left", lambda: ids(api.get_space_search(space)), ["BRA", "ESP", "FRA"])
call("delete_space_features of tags", lambda: api.delete_space_features(space, tags=["foo"]), "")
call("what is left then", lambda: ids(api.get_space_search(space)), ["ESP"])
call("delete_space_features of all", lambda: api.delete_space_features(space, id=["*"]), "")
call("what is left at last", lambda: ids(api.get_space_search(space)), [])
call("delete_space", lambda: api.delete_space(space), "")

lands = Space(api)
call("Space.new", lambda: bool(setattr(lands, "_info", Space.new("Shared", "d", space_id="xyzspaces-shared", shared=True, config=config)._info)), False)
call("Space.isshared", lands.isshared, True)
call("Space.list", lambda: "xyzspaces-shared" in [s["id"] for s in lands.list(owner="*", include_rights=True)], True)
call("Space.update", lambda: lands.update(title="No longer", shared=False)["title"], "No longer")
call("Space.add_features", lambda: len(lands.add_features(collection, id_properties=["name"])["features"]), 4)
call("Space.get_statistics", lambda: lands.get_statistics()["bbox"]["value"], [-53, -10, 12, 51])
call("Space.search", lambda: sorted(f["id"] for f in lands.search(params={"p.name!": "France"})), ["BRA", "DEU", "ITA"])
call("Space.iter_feature", lambda: len(list(lands.iter_feature(limit=3))), 4)
call("Space.features_in_bbox", lambda: len(list(lands.features_in_bbox([0, 40, 15, 55]))), 3)
call("Space.features_in_tile", lambda: len(list(lands.features_in_tile("web", "4_8_5"))), 3)
call("Space.spatial_search_geometry", lambda: len(list(lands.spatial_search_geometry(square))), 3)
call("Space.delete", lands.delete)

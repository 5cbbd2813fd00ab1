// Makes the built-in map of the world out of packages at build time, as the module "virtual:world-map".
//
// Countries and coasts: Natural Earth 1:10m (public domain) from world-atlas. Places: city-timezones, whose rows are
// Natural Earth's populated places. Sizes are held by tests/unit/ground/world-map.test.ts.
import { createRequire } from "node:module";
import { geoArea, geoEquirectangular } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import { feature } from "topojson-client";
import { topology } from "topojson-server";
import { planarRingArea, presimplify, simplify } from "topojson-simplify";

const require = createRequire(import.meta.url);

const MODULE = "virtual:world-map";
/** In square degrees: a bend of a coast that spans less is left out. About 15 km² at the equator. */
const LEAST_BEND = 0.0012;
/** In square degrees: a smaller island is left out; a larger one keeps its shape whatever its bends span. */
const LEAST_ISLAND = 0.0003;
const ISLAND_CORNERS = 5;
/** Steps over the whole width of the map: about 0.009°. */
const STEPS = 4e4;
/** So many of the most populous places, and of each country the first few besides. */
const PLACES = 2200;
const PLACES_A_COUNTRY = 4;

/** @returns {import("vite").Plugin} */
export function worldMap() {
  return {
    name: "world-map",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? moduleText(makeWorldMap()) : undefined),
  };
}

/** @returns {{ countries: object, places: [name: string, longitude: number, latitude: number, rank: number][] }} */
export function makeWorldMap() {
  return {
    countries: countriesOf(require("world-atlas/countries-10m.json")),
    places: placesOf(require("city-timezones/data/cityMap.json")),
  };
}

function moduleText({ countries, places }) {
  // A browser parses JSON in a string several times as fast as the same script.
  const asText = (value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
  return `export const countries = ${asText(countries)};\nexport const places = ${asText(places)};\n`;
}

function countriesOf(atlas) {
  // The atlas has its shapes whole across the antimeridian and over the poles; a projection of plain degrees cuts them.
  const degrees = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0)
    .reflectY(true);
  const countries = feature(atlas, atlas.objects.countries);
  for (const country of countries.features) country.geometry = turnRings(country.geometry);
  const whole = presimplify(topology({ countries: geoProject(countries, degrees) }));
  for (const arc of whole.arcs) keepIsland(arc);
  const cut = simplify(whole, LEAST_BEND);
  const shapes = feature(cut, cut.objects.countries).features.flatMap(({ geometry, properties }) => {
    if (geometry === null) return [];
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    const kept = polygons
      .map((rings) => rings.filter((ring) => Math.abs(planarRingArea(ring)) > LEAST_ISLAND / 10))
      .filter((rings) => rings.length > 0);
    if (kept.length === 0) return [];
    const label = labelOf(kept);
    return [
      {
        type: "Feature",
        geometry: { type: "MultiPolygon", coordinates: kept },
        properties: { name: properties.name, ...label },
      },
    ];
  });
  const topo = topology({ countries: { type: "FeatureCollection", features: shapes } }, STEPS);
  return { type: topo.type, objects: topo.objects, arcs: topo.arcs, transform: topo.transform };
}

/**
 * On a sphere the direction of a ring says which side of it is land. Rounding has turned or flattened some of the
 * smallest, which would then be all of the globe but the island.
 */
function turnRings(geometry) {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const kept = polygons.map((rings) => rings.filter((ring) => !isFlat(ring)));
  for (const rings of kept) {
    for (const [at, ring] of rings.entries()) if (areaOf(ring) > 2 * Math.PI === (at === 0)) ring.reverse();
  }
  return { type: "MultiPolygon", coordinates: kept.filter((rings) => rings.length > 0) };
}

/** In steradians; less than 0.4 km². */
const FLAT = 1e-8;

function isFlat(ring) {
  const area = areaOf(ring);
  return Math.min(area, 4 * Math.PI - area) < FLAT;
}

function areaOf(ring) {
  return geoArea({ type: "Polygon", coordinates: [ring] });
}

/** Marks the weightiest corners of an island, which is one closed arc, so that simplifying leaves them. */
function keepIsland(arc) {
  const [first, last] = [arc[0], arc.at(-1)];
  if (first[0] !== last[0] || first[1] !== last[1]) return;
  if (Math.abs(planarRingArea(arc)) < LEAST_ISLAND) return;
  const corners = arc.slice(1, -1).sort((a, b) => b[2] - a[2]);
  for (const corner of corners.slice(0, ISLAND_CORNERS)) corner[2] = Number.POSITIVE_INFINITY;
}

/** The middle of a country's largest part, and its area in square degrees, which decides when its name shows. */
function labelOf(polygons) {
  const [largest] = polygons
    .map(([outer]) => ({ outer, area: Math.abs(planarRingArea(outer)) }))
    .sort((a, b) => b.area - a.area);
  let [sum, x, y] = [0, 0, 0];
  for (let at = 0; at < largest.outer.length - 1; at += 1) {
    const [[ax, ay], [bx, by]] = [largest.outer[at], largest.outer[at + 1]];
    const cross = ax * by - bx * ay;
    sum += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return { at: [round(x / (3 * sum), 2), round(y / (3 * sum), 2)], area: round(largest.area, 1) };
}

function placesOf(listed) {
  const cities = listed.filter(({ city, pop }) => city && pop > 0).sort((a, b) => b.pop - a.pop);
  const ofCountry = new Map();
  return cities.flatMap(({ city, lat, lng, pop, iso2 }, at) => {
    const before = ofCountry.get(iso2) ?? 0;
    ofCountry.set(iso2, before + 1);
    if (at >= PLACES && before >= PLACES_A_COUNTRY) return [];
    return [[city, round(lng, 3), round(lat, 3), Math.round(Math.log10(pop) * 10)]];
  });
}

function round(value, decimals) {
  return Number(value.toFixed(decimals));
}

import { DAY_MS, MINUTE_MS } from "../time.ts";

const RAD = Math.PI / 180;
/** 2000-01-01T12:00Z, the epoch J2000.0, as a Julian day and as epoch ms. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAYS_A_CENTURY = 36_525;

/**
 * Elevation of the sun's centre above the horizon, in degrees, without refraction. By the equations of the NOAA Solar
 * Calculator (gml.noaa.gov/grad/solcalc/solareqns), which follow Meeus, Astronomical Algorithms, chapters 25 and 28;
 * good to about 0.01° between 1950 and 2050.
 *
 * @param latitude, longitude degrees, north and east positive
 */
export function sunElevation(atMs: number, latitude: number, longitude: number): number {
  const century = (atMs - J2000_MS) / DAY_MS / DAYS_A_CENTURY;
  const { declination, equationOfTimeMinutes } = sunAt(century);
  const minutesOfDay = (((atMs % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS;
  // 4 minutes a degree of longitude; the sun is due south at a true solar time of 720 minutes.
  const trueSolarMinutes = minutesOfDay + equationOfTimeMinutes + 4 * longitude;
  const hourAngle = (trueSolarMinutes / 4 - 180) * RAD;
  const height =
    Math.sin(latitude * RAD) * Math.sin(declination) +
    Math.cos(latitude * RAD) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(Math.min(1, Math.max(-1, height))) / RAD;
}

/** @param t Julian centuries since J2000.0; the declination is in radians */
function sunAt(t: number): { declination: number; equationOfTimeMinutes: number } {
  const meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * RAD;
  const meanAnomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * RAD;
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    Math.sin(meanAnomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    Math.sin(2 * meanAnomaly) * (0.019993 - 0.000101 * t) +
    Math.sin(3 * meanAnomaly) * 0.000289;
  const node = (125.04 - 1934.136 * t) * RAD;
  const apparentLongitude = meanLongitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * RAD;
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60;
  const obliquity = (meanObliquity + 0.00256 * Math.cos(node)) * RAD;
  const y = Math.tan(obliquity / 2) ** 2;
  const equationOfTime =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly);
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(apparentLongitude)),
    equationOfTimeMinutes: (4 * equationOfTime) / RAD,
  };
}

/** At this width or less charts show fewer things, and there is no PDF. */
export const NARROW_CHART_PX = 625;

const MOST_CLASSES = { wide: 30, narrow: 25 } as const;
const MOST_DEVICES = { wide: 25, narrow: 20 } as const;
const CLASS_NAME_LENGTH = 13;

/** Whether a chart by class says so instead of drawing. */
export function areTooManyClasses(count: number, narrow: boolean): boolean {
  return count >= (narrow ? MOST_CLASSES.narrow : MOST_CLASSES.wide);
}

/** Whether a chart by Sentinel says so instead of drawing. */
export function areTooManyDevices(count: number, narrow: boolean): boolean {
  return count >= (narrow ? MOST_DEVICES.narrow : MOST_DEVICES.wide);
}

/** The first 13 characters of a class, as charts label it; a character beyond the Basic Multilingual Plane is one. */
export function chartClassName(className: string): string {
  const characters = [...className];
  return characters.length <= CLASS_NAME_LENGTH ? className : characters.slice(0, CLASS_NAME_LENGTH).join("");
}

import { CAROUSEL_WORDS } from "../../../messages/landing/landing-script.ts";

/** How long each page of partners stays. */
const STAYS_MS = 4_000;

/**
 * Makes the dots of a carousel and moves it on by itself, from the last page to the first. It stands still under a
 * pointer, with the focus inside, and while paused; with reduced motion it is paused until somebody presses Play.
 */
export function runCarousel(section: HTMLElement): void {
  const track = section.querySelector<HTMLElement>("[data-track]");
  const dots = section.querySelector<HTMLElement>("[data-dots]");
  const pause = section.querySelector<HTMLElement>("[data-pause]");
  if (!track || !dots || !pause) return;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  // A slide may be a fraction of a pixel wider than its share.
  const pages = () => Math.max(1, Math.round(track.scrollWidth / track.clientWidth));
  const page = () => Math.min(pages() - 1, Math.round(track.scrollLeft / track.clientWidth));
  const show = (wanted: number) =>
    track.scrollTo({
      left: (wanted % pages()) * track.clientWidth,
      behavior: reducedMotion.matches ? "instant" : "smooth",
    });
  const drawDots = () => {
    const count = pages();
    if (dots.querySelectorAll("button").length !== count) replaceDots(dots, count, show);
    markCurrent(dots, page());
  };

  let playing = !reducedMotion.matches;
  const drawPause = () => {
    pause.toggleAttribute("data-playing", playing);
    const words = pause.querySelector("[data-pause-words]");
    if (words) words.textContent = playing ? CAROUSEL_WORDS.pause : CAROUSEL_WORDS.play;
  };
  const play = (wanted: boolean) => {
    playing = wanted;
    drawPause();
  };
  pause.addEventListener("click", () => play(!playing));
  reducedMotion.addEventListener("change", () => play(!reducedMotion.matches));
  track.addEventListener("scroll", drawDots, { passive: true });
  new ResizeObserver(drawDots).observe(track);
  setInterval(() => {
    // A press of Play leaves the pointer on the button, which is outside of what stands still.
    const isLookedAt = track.matches(":hover, :focus-visible") || dots.matches(":hover, :focus-within");
    if (playing && !isLookedAt && !document.hidden) show(page() + 1);
  }, STAYS_MS);

  drawDots();
  drawPause();
  pause.hidden = false;
  dots.hidden = false;
}

function replaceDots(dots: HTMLElement, count: number, show: (page: number) => void): void {
  for (const old of dots.querySelectorAll("button")) old.remove();
  for (let page = 0; page < count; page += 1) {
    const dot = document.createElement("button");
    dot.type = "button";
    dot.setAttribute("aria-label", CAROUSEL_WORDS.page(page + 1, count));
    dot.addEventListener("click", () => show(page));
    dots.append(dot);
  }
}

function markCurrent(dots: HTMLElement, page: number): void {
  for (const [at, dot] of dots.querySelectorAll("button").entries()) {
    if (at === page) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  }
}

/** Marks the link of the section that is read: the last one that begins above the middle of the window. */
export function markCurrentSection(menu: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    const current = sections.findLastIndex(
      (section) => section !== null && section.getBoundingClientRect().top < innerHeight / 2,
    );
    for (const [at, link] of links.entries()) {
      if (at === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  addEventListener("resize", mark);
  mark();
}

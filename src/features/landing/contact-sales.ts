/** Gives the link its address from the server's public configuration; it stays hidden where there is none. */
export async function showContactSales(link: HTMLAnchorElement): Promise<void> {
  const address = await fetch("/api/config")
    .then((answer) => answer.json() as Promise<{ message?: { contactSalesUrl?: unknown } }>)
    .then(({ message }) => message?.contactSalesUrl)
    .catch(() => null);
  if (typeof address !== "string" || !/^https?:\/\//.test(address)) return;
  link.href = address;
  link.hidden = false;
}

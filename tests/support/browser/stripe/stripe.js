// Stands in for Stripe.js: makes its frame, and exchanges what was typed there for a token.
(() => {
  const origin = "https://js.stripe.com";
  const create = (_type, options) => {
    const handlers = new Map();
    const iframe = document.createElement("iframe");
    const send = (message) => iframe.contentWindow?.postMessage(message, origin);
    return {
      send,
      on: (event, handler) => handlers.set(event, handler),
      mount(place) {
        iframe.src = `${origin}/card.html`;
        iframe.title = "Secure card payment input frame";
        iframe.style.cssText = "border: 0; width: 100%; height: 20px; display: block";
        iframe.addEventListener("load", () => {
          send({ style: options.style });
          handlers.get("ready")?.({ elementType: "card" });
        });
        place.append(iframe);
      },
      update: ({ style }) => send({ style }),
      destroy: () => iframe.remove(),
    };
  };
  const createToken = ({ send }) =>
    new Promise((resolve) => {
      const listener = (event) => {
        if (event.origin !== origin) return;
        removeEventListener("message", listener);
        resolve(event.data);
      };
      addEventListener("message", listener);
      send({ exchange: true });
    });
  window.Stripe = Object.assign(() => ({ elements: () => ({ create }), createToken }), { version: "endive" });
})();

/**
 * The public page, as far as it is drawn at build time; what its script writes is in `landing-script.ts`. Names of
 * sections and links are literal in the specification.
 */
export const SECTIONS = {
  product: "Product",
  sentinel: "Sentinel",
  dashboard: "Dashboard",
  marketplace: "Marketplace",
  "custom-models": "Custom Models",
} as const;
export type SectionId = keyof typeof SECTIONS;

export const LANDING = {
  pageTitle: "Understory: wildlife cameras that tell you what they saw",
  description:
    "AI for the wildlife cameras that you already own: a Sentinel in the SD card slot, a dashboard that works without signal, a marketplace of models and a builder that needs no code.",
  skip: "Skip to content",
  sectionMenu: "Sections",
  siteLinks: "Account and contact",
  contactSales: "Contact Sales",
  signIn: "Sign In",
  getStarted: "Get started for free",
  callToAction: "See what AI can do for you today",

  hero: {
    title: "Know what lives there, even where nothing connects.",
    words:
      "Cameras that recognize animals at the trail and send one line home by Wifi, Cellular, LoRa or Satellite. Rangers review without signal.",
    sceneAlt: "A forest at dawn; a deer between the trees, framed and named by a camera.",
  },

  product: {
    title: "For those who keep watch over wildlife",
    words:
      "Understory is made for people who run cameras and sensors for wildlife and conservation: parks, reserves, researchers and the communities around them.",
    points: [
      {
        title: "Fits the camera you own",
        words: "Slides into the SD card slot. No new housing, no new mount.",
      },
      { title: "Four ways home", words: "Wifi, Cellular, LoRa and Satellite, whichever reaches." },
      { title: "Works without signal", words: "Every review is kept on the phone until the server has it." },
    ],
    reviewTitle: "A thousand images before the coffee is cold",
    reviewWords:
      "One key or one swipe acknowledges, favorites or archives an image, and the next is already there. Undo goes back to the image concerned.",
    reviewAlt:
      "Review mode on a phone: a photo with a framed animal, its class and confidence, and three large buttons.",
    insightsAlt:
      "The table of insights: photos with class, confidence, Sentinel and time, and filters above.",
  },

  sentinel: {
    title: "A Sentinel is your camera, with eyes of its own",
    words:
      "The module goes where the SD card was. The camera takes its photos as ever; the Sentinel looks at each one, keeps it, and sends what it recognized.",
    steps: [
      { title: "Take the SD card out", words: "Most trail cameras have a slot that it fits." },
      {
        title: "Slide the Sentinel in",
        words: "It runs on the camera's batteries and starts with the first photo.",
      },
      {
        title: "Close the door and leave",
        words: "The camera stays in its housing, on its tree, as it was.",
      },
    ],
    waysTitle: "How it reaches you",
    ways: {
      wifi: { name: "Wifi", words: "Near a station: photos too, and updates." },
      cellular: { name: "Cellular", words: "Where phones work: insights and chosen photos." },
      lora: { name: "LoRa", words: "Over kilometers to a gateway, for next to no energy." },
      satellite: { name: "Satellite", words: "Everywhere else: one line an insight." },
    },
    cameraAlt:
      "A trail camera with its door open; the Sentinel, of the size of an SD card, goes into the card slot.",
  },

  dashboard: {
    title: "One dashboard for every Sentinel",
    words:
      "What was seen, where and when, and which Sentinel needs a visit. All of it is on your phone or laptop, so it opens as fast in the field as at the desk.",
    points: [
      "Charts of species, hours and effort, each with the table behind it",
      "A map of all Sentinels, also without a connection",
      "Alerts for low batteries, cable errors and cameras that went quiet",
    ],
    alt: "The dashboard: totals, insights by class and hours as charts.",
    mapAlt: "The map on a phone, with clusters of Sentinels.",
  },

  marketplace: {
    title: "A marketplace of models",
    words:
      "Choose a model that knows your animals, add it to your account and send it to your Sentinels. Each says who made it and which classes it knows.",
    alt: "The marketplace: cards of models with their authors, classes and a button to add them.",
    demo: "Try a model",
  },

  customModels: {
    title: "Build your own model, without code",
    words: "Nobody has a model of your animals yet? Make one of your own photos. Nothing is programmed.",
    steps: [
      { title: "Upload your photos", words: "From your Sentinels or from any folder." },
      { title: "Name the animals", words: "Sort photos into folders, or have them labelled by us." },
      { title: "Send it to the field", words: "The model is trained, tested and ready for your Sentinels." },
    ],
  },

  partners: {
    title: "Partners",
    names: [
      "A national park",
      "A research station",
      "A ranger service",
      "A nature reserve",
      "A university",
      "A bird observatory",
      "A community forest",
      "A mountain trust",
    ],
  },

  closing: { title: "Your cameras are out there already." },

  footer: {
    placeholder: "This footer is a placeholder: address, terms and privacy notice of whoever runs this site.",
  },
} as const;

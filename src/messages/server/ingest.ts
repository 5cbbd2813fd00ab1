/** Answers to Sentinels, for those who build them. */
export const INGEST_SENTENCES = {
  unknownKey: "This is not the key of a Sentinel.",
  item: "An insight must be an object.",
  time: "Give a time as ISO 8601 with its zone, as 2024-05-01T06:12:09.000Z.",
  future: "This lies in the future by the server's clock.",
  halfPosition: "Give latitude and longitude together.",
  startupData: "This may have at most 20,000 characters as JSON, and 20 levels.",
  windowOrder: "The window must not end before it starts.",
  contentRange: "Give the part as bytes first-last/total, or bytes */total to ask how much has come.",
  rangeLength: "The body has another length than the part that Content-Range names.",
  cutShort: "The photo was cut off on the way; what came is kept.",
  emptyPhoto: "The photo has no bytes.",
  reprDigest: "Give the digest as sha-256=:…: in base64.",
  photoTooLarge:
    "The photo is larger than 25 MB, has more than 100 million pixels or a side of more than 20,000, or takes more than 400 MB when it is decoded.",
  photoType: "The photo must be a JPEG, PNG or WebP file.",
  photoDamaged: "The photo is damaged or cut short. Send it again from its beginning.",
  digestDiffers: "The photo is not the one that the digest names. Send it again from its beginning.",
  partDoesNotFollow: "This part does not follow on what has come.",
  anotherPhoto: "This insight has another photo.",
  noInsight: "There is no such insight of this Sentinel; send the insight first.",
} as const;

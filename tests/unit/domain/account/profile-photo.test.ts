import { describe, expect, it } from "vitest";
import { PROFILE_PHOTO_MAX_BYTES, profilePhotoFault } from "../../../../src/domain/account/profile-photo.ts";

describe("a file for a profile photo", () => {
  it("is a picture of 5 MB at most", () => {
    const five = 5 * 1024 * 1024;
    expect(PROFILE_PHOTO_MAX_BYTES).toBe(five);
    expect(profilePhotoFault({ type: "image/heic", size: five })).toBeNull();
    expect(profilePhotoFault({ type: "image/jpeg", size: five + 1 })).toBe("size");
    expect(profilePhotoFault({ type: "text/plain", size: 1 })).toBe("type");
    expect(profilePhotoFault({ type: "not-image/jpeg", size: 1 })).toBe("type");
    expect(profilePhotoFault({ type: "", size: 1 })).toBe("type");
  });
});

/** 64 × 48 pixels, blue in the corner, with EXIF that names Jane and a place; made with heif-enc. */
export const heic = decoded(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAACggACAAEAAAAAAAAA',
    'AQAAAAAAAAAIAAMAAAAAAAAEhwABAAAAAAAAAQwAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAA',
    'AAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgA',
    'AA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMA',
    'ISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAaaXBt',
    'YQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAOWbWRhdAAAAn4oAa8G',
    'OOZefb0AelGHrbo40/CRkkqz3XQynanfm6MFdkrG92F46xJjZNUkcGSgYoVqxkDyGWLJi/jB07oIG8zjCX2qgkM3eEigNw0uWFAn',
    'dE7o1AiIfvDBZBe00zGnlIY5M0SOiQcYEOfi13I3ku//8QyP3KS0ROLFcQgifkbwRHzmZNurRz2Zj2T4oQKB+JOGOkEZKpxar+VC',
    'znBB7i/Dx7Xami8AWaOlJOkyaJLNAVdmiWeODc1m4qTG1u20SdZHdg4ajF2SvIv0+JUswzO6uaEOiXx++ZQiwvcmxGC75DKmFYp9',
    'vBgFR1h8aAPGx22uO3EHa+qV3TfhQ6ZDghQCV27x7sh2s54zLjOO4mSzdrBoX5a2eIBj/+FlV11l5D6tYsvPynpqm5kK3sUgEAKA',
    '3Up8DRpLlwTrmqyqR9wlSxciJTa8Vz+4n185iPmnSC83rAXi1Pvh+xaudKfkVqx4bBTNtQPXjEBc3yOXs69ZUgYGDKV63Oy0OFdB',
    'A3YMI9fU9eJ7+Ck2ZL0UR09FAE5ayMl3a+N3PEDFe4xEAAj8WbS9t9ABrJS4we9JfNSg/IeVoF4/reSRFgOJ2cF92/TGzDtxp49q',
    '8AgZET/kP8inrf1TY2T0VlJo7kkUUbpddXNFqwIiBu1eazVU/4hquw4CY+sxOwc6YeLQlr/kP8jzst9d5OkxC735hepfqFub2jno',
    'AsI/UcVXeEGhdSs2AGhW6h6jjD66J4JC0wTVoV9Rm9VAHlvF7oEPGPk807JHczyoCO/sSqykWgA8LA2OUyxQ8pu/arHoQS5WlmRq',
    '+gbMJNGG9SJZqQzfzdIgyzaKTE2SGed5YxKbt7sZ3+uywAAAAABJSSoACAAAAAgAEgEDAAEAAAABAAAAGgEFAAEAAABuAAAAGwEF',
    'AAEAAAB2AAAAKAEDAAEAAAACAAAAOwECAAUAAAB+AAAAEwIDAAEAAAABAAAAaYcEAAEAAACEAAAAJYgEAAEAAADSAAAAAAAAADhj',
    'AADoAwAAOGMAAOgDAABKYW5lAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAAB',
    'AAAAQAAAAAOgBAABAAAAMAAAAAAAAAACAAEAAgACAAAATgAAAAIABQADAAAA8AAAAAAAAAA0AAAAAQAAAB4AAAABAAAAAAAAAAEA',
    'AAA=',
  ].join(''),
);

/** The same pixels as a codestream; made with libjxl. */
export const jxl = decoded(
  [
    '/wrLwE4ASIAoAAgGVQ8AAKhQGWXc4OVcz5cfOiymbVxnaKttCwAAAOAB/CtJHCHbnGFxPqY5gUPeykcAgBSq5CopKCgokNDYxipW',
    'MUY1SnLDdvh/O07CKAUA5IN83/d93/d93/d93/d93/d93/d93/d93/d93/d93/d93/d93/eZ7q8AgIQnKwooC6LW8hF+7ETQ3MZw',
    'AL0rj5R5VfK/FhSaXDeIWCEVTwTBUan0hxJAGnFLwLo6IFfz5RK0BGlHbwLHOl4NJn3k9Je+RLwDf17kHyJviUsFkA66j0RfXS1g',
    'mwBFqB8QbQE8ZWlP/VmKVPEaKTJqUBUAv1FSfC/7fAaNmisUP6BWhRTIANxWPOYl45GZh/EBEcX/5A4qv7FmXd7r/k8lYAmg0Tkh',
    'OFyYNZbuyFmcL7vTZWpkUcxyY75kMzuyYVENIi2itx9CLqQib/oGPyGyXew8K/lxGzlgeGxYYRHqr5qKb9dOYQeM+Os/U0unEbA+',
    'PM8z+Pmi1T83Wsyaw8LWOVu8qOwOMCA=',
  ].join(''),
);

/** The codestream in a container, with EXIF in a box of its own. */
export function inContainer(codestream: Uint8Array, exif: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl ', 'latin1'),
    box('Exif', Buffer.concat([Buffer.alloc(4), exif])),
    box('jxlc', codestream),
  ]);
}

function box(type: string, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(payload.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, payload]);
}

function decoded(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

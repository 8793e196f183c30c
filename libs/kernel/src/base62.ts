/** The digits of base62 in ascending order of their code units, which is also their order as digits. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The sizes that the pages show, which every link allows. */
export const PAGE_QUERIES = {
  thumbnail: 'w=640',
  large: 'w=1920',
  preview: 'w=1200&format=jpeg',
  small: 'w=320&format=jpeg',
} as const;

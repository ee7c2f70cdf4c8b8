import { brand } from '../brand.ts'

/** The mark of the product. Hidden from screen readers, because its name is next to it. */
// `data-mark`: the server adds the image to prerendered pages.
export function BrandMark({ size = 40 }: { size?: number }) {
  return <img src={brand.mark} data-mark="" alt="" width={size} height={size} />
}

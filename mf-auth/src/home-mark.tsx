import { brand, BrandMark, Link } from 'kit'

export function HomeMark() {
  return (
    <Link to="/" aria-label={brand.name}>
      <BrandMark />
    </Link>
  )
}

import { brand, BrandMark, Link, PanelPage, useSession } from 'kit'
import type { ComponentProps } from 'react'

/** Has the mark of the product above its heading for guests, because only users have a header. */
export function MarkedPage(props: ComponentProps<typeof PanelPage>) {
  const { status } = useSession()
  const mark = (
    <Link to="/" aria-label={brand.name}>
      <BrandMark />
    </Link>
  )
  return <PanelPage mark={status !== 'signed-in' && mark} {...props} />
}

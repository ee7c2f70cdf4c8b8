import { Waiting } from 'kit'

/** Stands where a page will be while nothing of it is known yet. */
export function PageWaiting() {
  return (
    <div className="kit-page">
      <Waiting />
    </div>
  )
}

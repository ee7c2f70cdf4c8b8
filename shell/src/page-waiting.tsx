import { Waiting } from 'kit'

export function PageWaiting() {
  return (
    <div className="kit-page" data-waiting>
      <Waiting />
    </div>
  )
}

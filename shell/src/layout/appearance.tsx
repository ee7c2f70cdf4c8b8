import { useLingui } from '@lingui/react/macro'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useColorScheme } from 'kit'
import { useId } from 'react'
import { MenuRow } from './menu-row.tsx'

export function Appearance() {
  const { t } = useLingui()
  const id = useId()
  const { colorScheme, setColorScheme } = useColorScheme()
  const schemes = [
    { scheme: 'auto', label: t`System`, mark: null },
    { scheme: 'light', label: t`Light`, mark: <Sun size={16} /> },
    { scheme: 'dark', label: t`Dark`, mark: <Moon size={16} /> },
  ] as const
  return (
    <>
      <MenuRow mark={<SunMoon size={16} />}>
        <span id={id}>{t`Theme`}</span>
      </MenuRow>
      <div role="radiogroup" aria-labelledby={id} className="shell-schemes">
        {schemes.map(({ scheme, label, mark }) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              checked={scheme === colorScheme}
              onChange={() => setColorScheme(scheme)}
            />
            {mark}
            {label}
          </label>
        ))}
      </div>
    </>
  )
}

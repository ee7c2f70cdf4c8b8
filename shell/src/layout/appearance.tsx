import { useLingui } from '@lingui/react/macro'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useColorScheme } from 'kit'
import { SegmentedControl } from 'kit/parts'
import { MenuRow } from './menu-row.tsx'

export function Appearance() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useColorScheme()
  return (
    <>
      <MenuRow mark={<SunMoon size={16} />}>
        <span aria-hidden="true">{t`Theme`}</span>
      </MenuRow>
      <SegmentedControl
        label={t`Theme`}
        value={colorScheme}
        onChange={setColorScheme}
        items={[
          { value: 'auto', text: t`System` },
          { value: 'light', text: t`Light`, icon: <Sun size={16} /> },
          { value: 'dark', text: t`Dark`, icon: <Moon size={16} /> },
        ]}
      />
    </>
  )
}

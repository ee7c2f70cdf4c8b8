import { useLingui } from '@lingui/react/macro'
import { NativeSelect, useColorScheme } from 'kit'

export function Appearance() {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useColorScheme()
  return (
    <NativeSelect
      label={t`Appearance`}
      size="sm"
      value={colorScheme}
      onChange={({ currentTarget }) => setColorScheme(schemeOf(currentTarget.value))}
      data={[
        { value: 'auto', label: t`As the device` },
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
      ]}
    />
  )
}

const schemeOf = (value: string) => (value === 'light' || value === 'dark' ? value : 'auto')

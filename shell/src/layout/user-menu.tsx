import { Trans, useLingui } from '@lingui/react/macro'
import {
  Avatar,
  Button,
  initialsOf,
  LanguageSelect,
  NativeSelect,
  Popover,
  signOut,
  Stack,
  Text,
  useColorScheme,
  useFailure,
  useNavigate,
  type User,
} from 'kit'

/** Who is signed in, how the pages look, and the way out. */
export function UserMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useColorScheme()
  const { failure, failed } = useFailure()
  const leave = async () => {
    if (!failed(await signOut())) await navigate('/')
  }
  return (
    <Popover
      label={user.image ? <Avatar user={user} size={24} /> : initialsOf(user.name)}
      purpose={t`Your account: ${user.name}`}
      size="sm"
      radius="xl"
      px="sm"
    >
      <Stack gap="sm" p="xs">
        <div>
          <Text fw={600}>{user.name}</Text>
          <Text size="sm" c="dimmed">
            {user.email}
          </Text>
        </div>
        <LanguageSelect />
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
        <Button variant="default" size="sm" onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
        {failure}
      </Stack>
    </Popover>
  )
}

const schemeOf = (value: string) => (value === 'light' || value === 'dark' ? value : 'auto')

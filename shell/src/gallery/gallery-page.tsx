import { useFetch } from '@mantine/hooks'
import { ActionButton, Button, Page, Panel, SectionHead, Stack, useColorScheme } from 'kit'
import { SegmentedControl } from 'kit/parts'
import { useEffect } from 'react'
import { examples } from './generated/examples.tsx'
import { useStage } from './use-stage.ts'

type Example = (typeof examples)[number]

const modules = [...new Set(examples.map(({ module }) => module))]

const title = 'Parts of kit'

/** For teams, so only in English. */
export function GalleryPage() {
  const { colorScheme, setColorScheme } = useColorScheme()
  // Measured by the build (shell/build/kit-sizes.ts).
  const { data: sizes } = useFetch<Record<string, number>>('/sdk/sizes.json')
  // After the examples, of which some are pages with a title.
  useEffect(() => {
    document.title = title
  }, [])
  return (
    <Page title={title} description="What a remote can import, drawn by the code beside it.">
      <SegmentedControl
        label="Colors"
        value={colorScheme}
        onChange={setColorScheme}
        items={[
          { value: 'auto', text: 'As the system' },
          { value: 'light', text: 'Light' },
          { value: 'dark', text: 'Dark' },
        ]}
      />
      {modules.map((module) => (
        <Stack key={module} gap="sm">
          <SectionHead title={module} description={describeCost(module, sizes?.[module])} />
          {examples
            .filter((each) => each.module === module)
            .map((example) => (
              <Panel key={`${example.name}: ${example.code}`} title={example.name} titlePlace="beside">
                <Look example={example} />
                <Code code={example.code} />
              </Panel>
            ))}
        </Stack>
      ))}
    </Page>
  )
}

function Look({ example: { name, code, draw } }: { example: Example }) {
  const stage = useStage()
  return (
    <div data-example={name}>
      {draw(stage)}
      {code.includes('{isOpen}') && <Button onClick={stage.open}>Open</Button>}
    </div>
  )
}

const Code = ({ code }: { code: string }) => (
  <>
    <code>{code}</code>{' '}
    <ActionButton variant="subtle" color="gray" size="sm" onAct={() => navigator.clipboard.writeText(code)}>
      Copy
    </ActionButton>
  </>
)

function describeCost(module: string, bytes: number | undefined): string {
  if (bytes === undefined) return ''
  const size = `${(bytes / 1000).toFixed(1)} kB (gzip)`
  return module === 'kit' ? `On every page already, with its libraries: ${size}` : `Loaded with its first use: ${size}`
}

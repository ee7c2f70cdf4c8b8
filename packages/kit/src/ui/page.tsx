import { Alert, Stack, Text, Title } from '@mantine/core'
import { Children, useEffect, type ReactNode } from 'react'

interface PageProps {
  /** The screen's heading and the document's title. */
  title: string
  description?: ReactNode
  /** `narrow` for a single form, `wide` for lists. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** Frame of a screen: one first-level heading, then its panels. */
export function Page({ title, description, width = 'wide', children }: PageProps) {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <Stack className="kit-page" data-width={width} gap="lg">
      <Stack gap={4}>
        <Title order={1}>{title}</Title>
        {description && <Text c="dimmed">{description}</Text>}
      </Stack>
      {children}
    </Stack>
  )
}

interface PanelProps {
  /** Name of the panel in an address (`#password`), which then leads to its heading. */
  id?: string
  title?: string
  description?: ReactNode
  children: ReactNode
}

/** The page of an address is drawn long after the browser has looked for its fragment. */
const focusIfNamed = (heading: HTMLElement | null) => {
  if (heading?.id && location.hash === `#${heading.id}`) heading.focus()
}

/** A bordered surface with an optional heading of its own. */
export function Panel({ id, title, description, children }: PanelProps) {
  return (
    <section className="kit-panel">
      <Stack gap="md">
        {title && (
          <Stack gap={2}>
            <Title order={2} {...(id && { id, tabIndex: -1, ref: focusIfNamed })}>
              {title}
            </Title>
            {description && <Text c="dimmed">{description}</Text>}
          </Stack>
        )}
        {children}
      </Stack>
    </section>
  )
}

/** A narrow screen of one panel, such as a form or a message. */
export function PanelPage({ children, ...page }: Omit<PageProps, 'width'>) {
  return (
    <Page {...page} width="narrow">
      <Panel>{children}</Panel>
    </Page>
  )
}

/** Stands where a list would be: says so and offers the one next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack className="kit-empty" align="center" gap="sm">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  )
}

/** Says that something went well; screen readers read it out without moving the focus. */
export function Notice({ children }: { children: ReactNode }) {
  const shown = Children.toArray(children).length > 0
  return (
    <div aria-live="polite" className="kit-notice">
      {shown && (
        <Alert color="petrol" role="none">
          {children}
        </Alert>
      )}
    </div>
  )
}

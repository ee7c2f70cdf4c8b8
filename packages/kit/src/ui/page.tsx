import { Alert, Stack, Text, Title } from '@mantine/core'
import { brand } from '../brand.ts'
import { Children, useEffect, type ReactNode } from 'react'

interface PageProps {
  /** Also the title of the document. */
  title: string
  description?: ReactNode
  /** `narrow` for a single form, `wide` for lists. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

export function Page({ title, description, width = 'wide', children }: PageProps) {
  useEffect(() => {
    if (title) document.title = `${title} · ${brand.name}`
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
  /** Lets URLs link to the heading: `#password`. */
  id?: string
  title?: string
  description?: ReactNode
  children: ReactNode
}

// The browser looks for the fragment before the page is rendered.
const focusIfNamed = (heading: HTMLElement | null) => {
  if (heading?.id && location.hash === `#${heading.id}`) heading.focus()
}

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

export function PanelPage({ children, ...page }: Omit<PageProps, 'width'>) {
  return (
    <Page {...page} width="narrow">
      <Panel>{children}</Panel>
    </Page>
  )
}

/** Replaces an empty list. `children`: the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack className="kit-empty" align="center" gap="sm">
      <Text className="kit-name">{title}</Text>
      {children}
    </Stack>
  )
}

/** Announces a success, also to screen readers. */
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

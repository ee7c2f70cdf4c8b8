import { Stack, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { brand } from '../brand.ts'
import { useFormat } from '../i18n/format.ts'

interface HeadProps {
  /** Also the title of the document. */
  title: string
  /** Replaces the title on the page: the name of whom or what it is about. */
  heading?: string
  description?: ReactNode
  /** Beside the heading: an Avatar, or the mark of the product. */
  mark?: ReactNode
  /** The main action, at the end of the line. */
  action?: ReactNode
}

interface PageProps extends HeadProps {
  /** `narrow` for a single form, `medium` for one list, `wide` with navigation beside it. */
  width?: 'narrow' | 'medium' | 'wide'
  children: ReactNode
}

export function Page({ width = 'wide', children, ...head }: PageProps) {
  return (
    <Stack className="kit-page" data-width={width} gap="var(--kit-space-8)">
      <Head {...head} />
      {children}
    </Stack>
  )
}

function Head({ title, heading = title, description, mark, action }: HeadProps) {
  useDocumentTitle(title)
  return (
    <div className="kit-head">
      {mark}
      <div>
        <Title order={1}>{heading}</Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {action}
    </div>
  )
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${brand.name}`
  }, [title])
}

interface SectionHeadProps {
  title: string
  /** The number of entries of a list. */
  count?: number | undefined
  description?: ReactNode
  /** Lets URLs link to the heading: `#password`. */
  id?: string | undefined
  /** The main action, right of the title. */
  action?: ReactNode
}

// The browser looks for the fragment before the page is rendered.
const focusIfNamed = (heading: HTMLElement | null) => {
  if (heading?.id && location.hash === `#${heading.id}`) heading.focus()
}

export function SectionHead({ id, title, count, description, action }: SectionHeadProps) {
  const format = useFormat()
  return (
    <div className="kit-section-head">
      <div>
        <Title order={2} {...(id && { id, tabIndex: -1, ref: focusIfNamed })}>
          {title}
          {count !== undefined && <span className="kit-count"> {format.number(count)}</span>}
        </Title>
        {description && <Text c="dimmed">{description}</Text>}
      </div>
      {action}
    </div>
  )
}

interface PanelProps extends Partial<SectionHeadProps> {
  /** `beside`: the title stands left of the panel if there is room. For settings. */
  titlePlace?: 'above' | 'beside'
  /** Outlines what destroys something. */
  isDanger?: boolean
  children: ReactNode
}

export function Panel({ title, titlePlace = 'above', isDanger, children, ...head }: PanelProps) {
  return (
    <section className="kit-section" data-title={titlePlace}>
      {title && <SectionHead title={title} {...head} />}
      <Stack className="kit-panel" gap="md" data-danger={isDanger}>
        {children}
      </Stack>
    </section>
  )
}

/** One card with its heading inside. */
export function PanelPage({ children, ...head }: HeadProps & { children: ReactNode }) {
  return (
    <div className="kit-page" data-width="narrow">
      <Stack component="section" className="kit-panel" gap="lg">
        <Head {...head} />
        {children}
      </Stack>
    </div>
  )
}

interface EmptyStateProps {
  title: string
  /** An SVG with `currentColor`, for the first use only. */
  picture?: ReactNode
  /** The reason, and the next step. */
  children?: ReactNode
}

/** Replaces an empty list. */
export function EmptyState({ title, picture, children }: EmptyStateProps) {
  return (
    <Stack className="kit-empty" align="center" gap={4}>
      {picture}
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}

/** Replaces a page that does not exist or could not be loaded. */
export function EmptyPage({ title, picture, children }: EmptyStateProps) {
  useDocumentTitle(title)
  return (
    <div className="kit-page" data-width="medium">
      <Stack className="kit-empty" align="center" gap={4}>
        {picture}
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </div>
  )
}

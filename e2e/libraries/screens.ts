/** A screen that uses packages of npm, and a selector of what it draws. */
export interface Library {
  packages: string[]
  code: string
  shows: string
  /** A style that it must have. */
  styled?: [selector: string, property: string, value: string]
}

const screen = (packages: string, shows: string, code: string, styled?: Library['styled']): Library => ({
  packages: packages.split(' ').filter(Boolean),
  shows,
  code,
  ...(styled && { styled }),
})

// Packages that teams asked for, then three others.
export const libraries: Record<string, Library> = {
  'import React': screen(
    '',
    'text=1 click',
    `import React from 'react'
    export class Screen extends React.Component { state = { n: 1 }; render() { return <p>{this.state.n} click</p> } }`,
  ),
  createPortal: screen(
    '',
    'body > p',
    `import { createPortal } from 'react-dom'
    export const Screen = () => createPortal(<p>in a portal</p>, document.body)`,
  ),
  'CSS modules': screen(
    '',
    'p >> text=red',
    `import styles from './screen.module.css'
    export const Screen = () => <p className={styles.red}>red</p>`,
    ['p >> text=red', 'color', 'rgb(255, 0, 0)'],
  ),
  '@tanstack/react-table': screen(
    '@tanstack/react-table',
    'td >> text=Ada',
    `import { flexRender, tableFeatures, useTable } from '@tanstack/react-table'
    const features = tableFeatures({})
    const data = [{ name: 'Ada' }]
    const columns = [{ accessorKey: 'name', header: 'Name' }]
    export function Screen() {
      const table = useTable({ features, data, columns })
      return <table><tbody>{table.getRowModel().rows.map((row) => <tr key={row.id}>{row.getAllCells().map((cell) =>
        <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}</tr>)}</tbody></table>
    }`,
  ),
  '@tanstack/react-query': screen(
    '@tanstack/react-query',
    'text=fetched',
    `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
    const client = new QueryClient()
    const Inner = () => <p>{useQuery({ queryKey: ['a'], queryFn: async () => 'fetched' }).data}</p>
    export const Screen = () => <QueryClientProvider client={client}><Inner /></QueryClientProvider>`,
  ),
  'date-fns': screen(
    'date-fns',
    'text=2026-03-01',
    `import { addDays, format } from 'date-fns'
    export const Screen = () => <p>{format(addDays(new Date(2026, 1, 28), 1), 'yyyy-MM-dd')}</p>`,
  ),
  recharts: screen(
    'recharts',
    '.recharts-line path',
    `import { Line, LineChart } from 'recharts'
    export const Screen = () => <LineChart width={300} height={200} data={[{ a: 1 }, { a: 3 }]}><Line dataKey="a" isAnimationActive={false} /></LineChart>`,
  ),
  'react-redux': screen(
    'react-redux @reduxjs/toolkit',
    'text=seven 7',
    `import { Provider, useSelector } from 'react-redux'
    import { configureStore } from '@reduxjs/toolkit'
    const store = configureStore({ reducer: () => 7 })
    const Inner = () => <p>seven {useSelector((state) => state)}</p>
    export const Screen = () => <Provider store={store}><Inner /></Provider>`,
  ),
  '@radix-ui/react-dialog': screen(
    '@radix-ui/react-dialog',
    'role=dialog',
    `import * as Dialog from '@radix-ui/react-dialog'
    export const Screen = () => <Dialog.Root defaultOpen><Dialog.Portal><Dialog.Overlay /><Dialog.Content aria-describedby={undefined}>
      <Dialog.Title>Open</Dialog.Title></Dialog.Content></Dialog.Portal></Dialog.Root>`,
  ),
  'framer-motion': screen(
    'framer-motion',
    'text=moved',
    `import { motion } from 'framer-motion'
    export const Screen = () => <motion.p initial={{ x: 0 }} animate={{ x: 40 }}>moved</motion.p>`,
  ),
  'lucide-react': screen(
    'lucide-react',
    'svg.lucide-camera',
    `import { Camera } from 'lucide-react'
    export const Screen = () => <Camera />`,
  ),
  'react-markdown': screen(
    'react-markdown',
    'strong >> text=bold',
    `import Markdown from 'react-markdown'
    export const Screen = () => <Markdown>{'a **bold** word'}</Markdown>`,
  ),
  'react-i18next': screen(
    'react-i18next i18next',
    'text=Guten Tag',
    `import i18next from 'i18next'
    import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
    const instance = i18next.createInstance()
    void instance.use(initReactI18next).init({ lng: 'de', resources: { de: { translation: { hello: 'Guten Tag' } } } })
    const Inner = () => <p>{useTranslation().t('hello')}</p>
    export const Screen = () => <I18nextProvider i18n={instance}><Inner /></I18nextProvider>`,
  ),
  formik: screen(
    'formik',
    'input[name=room]',
    `import { Field, Form, Formik } from 'formik'
    export const Screen = () => <Formik initialValues={{ room: 'A' }} onSubmit={() => {}}><Form><Field name="room" /></Form></Formik>`,
  ),
  '@floating-ui/react': screen(
    '@floating-ui/react',
    'text=floats',
    `import { useFloating } from '@floating-ui/react'
    export function Screen() {
      const { refs, floatingStyles } = useFloating({ open: true })
      return <><p ref={refs.setReference}>here</p><p ref={refs.setFloating} style={floatingStyles}>floats</p></>
    }`,
  ),
  'react-window': screen(
    'react-window',
    'text=row 0',
    `import { List } from 'react-window'
    const Row = ({ index, style }) => <p style={style}>row {index}</p>
    export const Screen = () => <List rowComponent={Row} rowCount={1000} rowHeight={25} rowProps={{}} style={{ height: 200 }} />`,
  ),
  'react-error-boundary': screen(
    'react-error-boundary',
    'text=caught it',
    `import { ErrorBoundary } from 'react-error-boundary'
    const Bad = () => { throw new Error('on purpose') }
    export const Screen = () => <ErrorBoundary fallback={<p>caught it</p>}><Bad /></ErrorBoundary>`,
  ),
  '@sentry/react': screen(
    '@sentry/react',
    'text=watched',
    `import * as Sentry from '@sentry/react'
    Sentry.init({ dsn: undefined })
    export const Screen = Sentry.withProfiler(() => <p>watched</p>)`,
  ),
  zustand: screen(
    'zustand',
    'text=bears 3',
    `import { create } from 'zustand'
    const useStore = create(() => ({ bears: 3 }))
    export const Screen = () => <p>bears {useStore((state) => state.bears)}</p>`,
  ),
  'react-hook-form': screen(
    'react-hook-form',
    'input[name=title]',
    `import { useForm } from 'react-hook-form'
    export const Screen = () => { const { register } = useForm(); return <input {...register('title')} /> }`,
  ),
  swr: screen(
    'swr',
    'text=swr data',
    `import useSWR from 'swr'
    export const Screen = () => <p>{useSWR('key', async () => 'swr data').data}</p>`,
  ),
  jotai: screen(
    'jotai',
    'text=atom 5',
    `import { atom, useAtom } from 'jotai'
    const five = atom(5)
    export const Screen = () => <p>atom {useAtom(five)[0]}</p>`,
  ),
  '@dnd-kit/core': screen(
    '@dnd-kit/core',
    'text=drag me',
    `import { DndContext, useDraggable } from '@dnd-kit/core'
    const Item = () => { const { setNodeRef, attributes, listeners } = useDraggable({ id: 'a' }); return <p ref={setNodeRef} {...attributes} {...listeners}>drag me</p> }
    export const Screen = () => <DndContext><Item /></DndContext>`,
  ),
  '@headlessui/react': screen(
    '@headlessui/react',
    'role=switch',
    `import { Switch } from '@headlessui/react'
    export const Screen = () => <Switch checked onChange={() => {}}>on</Switch>`,
  ),
  'react-datepicker': screen(
    'react-datepicker',
    '.react-datepicker__day--015',
    `import DatePicker from 'react-datepicker'
    import 'react-datepicker/dist/react-datepicker.css'
    export const Screen = () => <DatePicker inline selected={new Date(2026, 2, 15)} />`,
    ['.react-datepicker__day--015', 'display', 'inline-block'],
  ),
  'react-leaflet': screen(
    'react-leaflet leaflet',
    '.leaflet-container',
    `import { MapContainer } from 'react-leaflet'
    import 'leaflet/dist/leaflet.css'
    export const Screen = () => <MapContainer center={[50, 8]} zoom={5} style={{ height: 200 }} />`,
    ['.leaflet-container', 'overflow-x', 'hidden'],
  ),
  'pigeon-maps': screen(
    'pigeon-maps',
    '.pigeon-tiles',
    `import { Map } from 'pigeon-maps'
    export const Screen = () => <Map height={200} defaultCenter={[50, 8]} defaultZoom={5} />`,
  ),
  '@mantine/dates': screen(
    '@mantine/dates @mantine/core @mantine/hooks dayjs',
    'table',
    `import { Calendar } from '@mantine/dates'
    export const Screen = () => <Calendar />`,
  ),
  'react-dom/client': screen(
    'react-dom',
    'text=own root',
    `import { useEffect, useRef } from 'react'
    import { createRoot } from 'react-dom/client'
    export function Screen() {
      const place = useRef(null)
      useEffect(() => void createRoot(place.current).render(<p>own root</p>), [])
      return <div ref={place} />
    }`,
  ),
  'react-router': screen(
    'react-router',
    'text=routed',
    `import { MemoryRouter, Route, Routes } from 'react-router'
    export const Screen = () => <MemoryRouter><Routes><Route path="*" element={<p>routed</p>} /></Routes></MemoryRouter>`,
  ),
  'chart.js': screen(
    'chart.js react-chartjs-2',
    'canvas',
    `import 'chart.js/auto'
    import { Bar } from 'react-chartjs-2'
    export const Screen = () => <Bar data={{ labels: ['a'], datasets: [{ data: [1] }] }} />`,
  ),
  'Tailwind 4': screen(
    'tailwindcss @tailwindcss/webpack',
    'text=wind',
    `import './tailwind.css'
    export const Screen = () => <p className="p-4 text-red-500 shadow-lg ring-2 animate-spin">wind</p>`,
    ['text=wind', 'padding-left', '16px'],
  ),
  '@mantine/core': screen(
    '@mantine/core',
    'table',
    `import { Table } from '@mantine/core'
    export const Screen = () => <Table><Table.Tbody><Table.Tr><Table.Td>cell</Table.Td></Table.Tr></Table.Tbody></Table>`,
  ),
  '@apollo/client': screen(
    '@apollo/client rxjs graphql',
    'text=asked',
    `import { gql } from '@apollo/client'
    import { useQuery } from '@apollo/client/react'
    export const Screen = () => { useQuery(gql\`query { viewer { id } }\`); return <p>asked</p> }`,
  ),
  '@apollo/client, own provider': screen(
    '@apollo/client rxjs graphql',
    'text=asked',
    `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
    import { ApolloProvider, useQuery } from '@apollo/client/react'
    const client = new ApolloClient({ link: new HttpLink({ uri: '/api/mf-x/graphql' }), cache: new InMemoryCache() })
    const Inner = () => { useQuery(gql\`query { viewer { id } }\`, { fetchPolicy: 'cache-only' }); return <p>asked</p> }
    export const Screen = () => <ApolloProvider client={client}><Inner /></ApolloProvider>`,
  ),
  'styled-components': screen(
    'styled-components',
    'text=styled',
    `import styled from 'styled-components'
    const Red = styled.p\`color: rgb(255, 0, 0);\`
    export const Screen = () => <Red>styled</Red>`,
    ['text=styled', 'color', 'rgb(255, 0, 0)'],
  ),
  '@emotion/react': screen(
    '@emotion/react @emotion/styled',
    'text=emotion',
    `import styled from '@emotion/styled'
    const Red = styled.p\`color: rgb(255, 0, 0);\`
    export const Screen = () => <Red>emotion</Red>`,
    ['text=emotion', 'color', 'rgb(255, 0, 0)'],
  ),
  'react-select': screen(
    'react-select',
    'input[role=combobox]',
    `import Select from 'react-select'
    export const Screen = () => <Select className="box" options={[{ value: 'a', label: 'A' }]} />`,
    ['.box', 'position', 'relative'],
  ),
  '@mui/material': screen(
    '@mui/material @emotion/react @emotion/styled',
    'button >> text=Mui',
    `import Button from '@mui/material/Button'
    export const Screen = () => <Button variant="contained">Mui</Button>`,
    ['button >> text=Mui', 'text-transform', 'uppercase'],
  ),
  sonner: screen(
    'sonner',
    'text=told',
    `import { useEffect } from 'react'
    import { toast, Toaster } from 'sonner'
    export const Screen = () => { useEffect(() => void toast('told'), []); return <Toaster /> }`,
    ['[data-sonner-toaster]', 'position', 'fixed'],
  ),
  'sonner, its stylesheet': screen(
    'sonner',
    'text=told',
    `import { useEffect } from 'react'
    import { toast, Toaster } from 'sonner'
    import 'sonner/dist/styles.css'
    export const Screen = () => { useEffect(() => void toast('told'), []); return <Toaster /> }`,
    ['[data-sonner-toaster]', 'position', 'fixed'],
  ),
  'react-aria-components': screen(
    'react-aria-components',
    'role=button[name=Aria]',
    `import { Button } from 'react-aria-components'
    export const Screen = () => <Button>Aria</Button>`,
  ),
  '@xyflow/react': screen(
    '@xyflow/react',
    '.react-flow__node',
    `import { ReactFlow } from '@xyflow/react'
    import '@xyflow/react/dist/style.css'
    export const Screen = () => <div style={{ height: 300 }}><ReactFlow nodes={[{ id: 'a', position: { x: 0, y: 0 }, data: { label: 'node' } }]} edges={[]} /></div>`,
    ['.react-flow__node', 'position', 'absolute'],
  ),
}

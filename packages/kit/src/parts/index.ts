// Loaded with the first page that uses one of them, and shared by all remotes. As with `kit`,
// published remotes depend on each: remove only in a new major version.
/** @example <Textarea {...form.field('note')} label="Note" autosize minRows={2} /> */
export { Textarea } from '@mantine/core'
/** @example <ChipsField label="Email addresses" value={emails} onChange={setEmails} isInvalid={(email) => !email.includes('@')} /> */
export { ChipsField } from './chips-field.tsx'
export {
  /** @example <DateField {...form.field('due')} label="Due" /> */
  DateField,
  /** @example <NumberField {...form.field('seats')} label="Seats" min={1} max={100} /> */
  NumberField,
} from './native-fields.tsx'
export {
  /** @example <Menu label="Actions" purpose="Invoice 7:" items={[{ text: 'Print', to: '/print' }, { text: 'Delete…', isDanger: true, startsGroup: true, onSelect: open }]} /> */
  Menu,
  /** @example const items: MenuItem[] = [{ text: 'Print', onSelect: print }] */
  type MenuItem,
} from './menu.tsx'
/** @example <Pagination label="Pages of invoices" from={1} to={50} total={3001} onPrevious={false} onNext={reload} /> */
export { Pagination } from './pagination.tsx'
export {
  /** @example <RadioGroup label="Role" value={role} onChange={setRole} items={[{ value: 'admin', label: 'Admin', description: 'Everything' }, { value: 'member', label: 'Member' }]} /> */
  RadioGroup,
  /** @example const items: RadioOption<'admin'>[] = [{ value: 'admin', label: 'Admin' }] */
  type RadioOption,
} from './radio-group.tsx'
export {
  /** @example <SegmentedControl label="Role" value={role} onChange={setRole} items={[{ value: 'admin', text: 'Admin' }, { value: 'member', text: 'Member' }]} /> */
  SegmentedControl,
  /** @example <SegmentedTabs label="Lists" value={role} onChange={setRole} items={[{ value: 'admin', text: 'Admins', count: 2 }, { value: 'member', text: 'Members', count: 12 }]}>…</SegmentedTabs> */
  SegmentedTabs,
  /** @example const items: Segment<'members'>[] = [{ value: 'members', text: 'Members' }] */
  type Segment,
} from './segments.tsx'
/** @example <Switch label="Send reminders" description="A week before they are due" /> */
export { Switch } from './switch.tsx'
/** @example <Table label="Invoices" columns={[{ text: 'Number' }, { text: 'Amount', isNumeric: true }]} rows={[{ key: '17', cells: ['2026-17', '€12.50'] }]} /> */
export { Table } from './table.tsx'
/** @example <Button onClick={() => showToast('Invoice deleted', { text: 'Undo', onAct: reload })}>Delete</Button> */
export { showToast } from '../ui/open-toast.tsx'
/** @example <Tooltip label="Copies the number"><Button variant="default">Copy</Button></Tooltip> */
export { Tooltip } from './tooltip.tsx'

// Loaded with the first page that uses one of them, and shared by all remotes. As with `kit`,
// published remotes depend on each: remove only in a new major version.
/** @example <ChipsField label="Email addresses" value={emails} onChange={setEmails} /> */
export { ChipsField } from './chips-field.tsx'
export {
  /** @example <Menu label="Actions" purpose="Invoice 7" items={[{ text: 'Delete…', isDanger: true, onSelect: close }]} /> */
  Menu,
  /** @example const items: MenuItem[] = [{ text: 'Print', onSelect: print }] */
  type MenuItem,
} from './menu.tsx'
export {
  /** @example <RadioGroup label="Role" value={role} onChange={setRole} items={[{ value: 'admin', label: 'Admin' }]} /> */
  RadioGroup,
  /** @example const items: RadioOption<'admin'>[] = [{ value: 'admin', label: 'Admin' }] */
  type RadioOption,
} from './radio-group.tsx'
export {
  /** @example <SegmentedControl label="Theme" value={theme} onChange={setTheme} items={[{ value: 'dark', text: 'Dark' }]} /> */
  SegmentedControl,
  /** @example <SegmentedTabs label="People" value={view} onChange={setView} items={[{ value: 'members', text: 'Members', count: 12 }]}>…</SegmentedTabs> */
  SegmentedTabs,
  /** @example const items: Segment<'members'>[] = [{ value: 'members', text: 'Members' }] */
  type Segment,
} from './segments.tsx'

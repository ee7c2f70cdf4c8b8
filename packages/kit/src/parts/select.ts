/** @example <Select label="Country" searchable data={['France', 'Poland', 'Spain']} /> */
export { Select } from '@mantine/core'

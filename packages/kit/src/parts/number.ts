/** @example <NumberInput label="Seats" min={1} max={100} defaultValue={5} /> */
export { NumberInput } from '@mantine/core'

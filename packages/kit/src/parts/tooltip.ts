/** @example <Tooltip label="Copies the number"><Button variant="default">Copy</Button></Tooltip> */
export { Tooltip } from '@mantine/core'

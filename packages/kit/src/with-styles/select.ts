import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '../parts/select.css'

export * from '../parts/select.tsx'

import '@mantine/core/styles/Tooltip.layer.css'

export * from '../parts/tooltip.ts'

import '@mantine/core/styles/NumberInput.layer.css'

export * from '../parts/number.ts'

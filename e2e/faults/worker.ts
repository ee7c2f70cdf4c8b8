addEventListener('message', ({ data }) => {
  throw new Error(String(data))
})

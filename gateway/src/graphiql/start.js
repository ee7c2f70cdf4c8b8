// Runs in the browser, after React and GraphiQL.
const example = `# Sign in to the product in this browser first.
query Me {
  viewer {
    user { name email }
    organizations { nodes { id name slug isActive } }
  }
}
`
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: '/graphql' }),
    defaultQuery: example,
    defaultEditorToolsVisibility: 'variables',
  }),
)

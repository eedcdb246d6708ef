/// Finds the places of a directed graph that lie on a circle: Tarjan's strongly connected components, without recursion.
struct JumpCircles {
    /// Whether each place can be reached from itself.
    private(set) var isOnCircle: [Bool]

    /// `next` holds for each place those that it leads to.
    init(_ next: [[Int]]) {
        isOnCircle = next.indices.map { next[$0].contains($0) }
        var order = [Int](repeating: -1, count: next.count)
        var lowest = order
        var isOpen = isOnCircle.map { _ in false }
        var open: [Int] = []
        var path: [(place: Int, edge: Int)] = []
        var count = 0
        for start in next.indices where order[start] < 0 {
            path.append((start, 0))
            while let (place, edge) = path.last {
                if edge == 0 {
                    (order[place], lowest[place], isOpen[place]) = (count, count, true)
                    open.append(place)
                    count += 1
                }
                if edge < next[place].count {
                    path[path.count - 1].edge += 1
                    let target = next[place][edge]
                    if order[target] < 0 {
                        path.append((target, 0))
                    } else if isOpen[target] {
                        lowest[place] = min(lowest[place], order[target])
                    }
                    continue
                }
                path.removeLast()
                if let above = path.last?.place { lowest[above] = min(lowest[above], lowest[place]) }
                guard lowest[place] == order[place] else { continue }
                let isLarger = open.last != place
                while let member = open.popLast() {
                    isOpen[member] = false
                    if isLarger { isOnCircle[member] = true }
                    if member == place { break }
                }
            }
        }
    }
}

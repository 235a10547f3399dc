//! Computes the token sum before each message, for rows that were written without it. Plain arithmetic.

use ricordo_core::{
    branch::{Branch, Sequence, path},
    id::BranchId,
};

/// Tokens of all messages, to be summed along the path of any branch.
#[derive(Debug)]
pub(super) struct TokenSums {
    branches: Vec<Branch>,
    /// By branch id, sorted: the sequence numbers in order, each with the tokens of the branch's own messages up to and
    /// including it.
    running: Vec<(BranchId, Vec<(Sequence, u64)>)>,
}

impl TokenSums {
    pub(super) fn new(branches: Vec<Branch>) -> Self {
        Self { branches, running: Vec::new() }
    }

    /// Adds a message. Those of one branch come in order. A message without a valid branch id is ignored.
    pub(super) fn add(&mut self, branch: &str, sequence: Sequence, tokens: u32) {
        let Ok(branch) = branch.parse::<BranchId>() else { return };
        let place = self.place(branch).unwrap_or_else(|place| {
            self.running.insert(place, (branch, Vec::new()));
            place
        });
        let running = &mut self.running[place].1;
        let sum = running.last().map_or(0, |(_, sum)| *sum);
        running.push((sequence, sum + u64::from(tokens)));
    }

    /// Sum of the tokens before a sequence number, including the parents' segments.
    pub(super) fn before(&self, branch: &str, sequence: Sequence) -> u64 {
        let Ok(branch) = branch.parse() else { return 0 };
        let path = path(&self.branches, branch);
        if path.is_empty() {
            return self.own_before(branch, sequence);
        }
        let spans = path.iter().map(|segment| {
            let to = self.own_before(segment.branch, segment.to.min(sequence));
            to.saturating_sub(self.own_before(segment.branch, segment.from))
        });
        spans.sum()
    }

    fn place(&self, branch: BranchId) -> Result<usize, usize> {
        self.running.binary_search_by_key(&branch, |(id, _)| *id)
    }

    fn own_before(&self, branch: BranchId, sequence: Sequence) -> u64 {
        let Ok(place) = self.place(branch) else { return 0 };
        let running = &self.running[place].1;
        let count = running.partition_point(|(place, _)| *place < sequence);
        count.checked_sub(1).and_then(|last| running.get(last)).map_or(0, |(_, sum)| *sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::ConversationId, time::Timestamp};

    fn id(n: u8) -> BranchId {
        BranchId::new(Timestamp(0), [n; 10])
    }

    fn branch(n: u8, parent: Option<u8>, first: Sequence) -> Branch {
        let conversation = ConversationId::new(Timestamp(0), [0; 10]);
        Branch { id: id(n), conversation, parent: parent.map(id), first, left_at: None }
    }

    fn sums() -> TokenSums {
        let mut sums = TokenSums::new(vec![branch(1, None, 0), branch(2, Some(1), 2)]);
        for (sequence, tokens) in [(0, 1), (1, 10), (2, 100), (5, 1000)] {
            sums.add(&id(1).to_string(), sequence, tokens);
        }
        for (sequence, tokens) in [(2, 7), (3, 70)] {
            sums.add(&id(2).to_string(), sequence, tokens);
        }
        sums
    }

    #[test]
    fn counts_what_lies_before_across_gaps() {
        let found = [0, 1, 2, 5, 6].map(|place| sums().before(&id(1).to_string(), place));
        assert_eq!(found, [0, 1, 11, 111, 1111]);
    }

    #[test]
    fn a_child_branch_starts_with_the_sum_at_the_fork() {
        let found = [2, 3, 4].map(|place| sums().before(&id(2).to_string(), place));
        assert_eq!(found, [11, 18, 88]);
    }

    #[test]
    fn a_branch_without_a_record_still_counts_its_own() {
        let mut sums = TokenSums::new(Vec::new());
        sums.add(&id(9).to_string(), 0, 4);
        assert_eq!(sums.before(&id(9).to_string(), 1), 4);
    }
}

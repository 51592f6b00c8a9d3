//! What the system knows of a process.

/// The memory a process holds in RAM, in MiB; `self` is this one.
pub(crate) fn resident_mib(pid: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs on Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
    kib / 1024.0
}
